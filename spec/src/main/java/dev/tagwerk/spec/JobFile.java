package dev.tagwerk.spec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The door: reads job files. Stateless; nothing is ever thrown for what a file says. */
public final class JobFile {
    private JobFile() {}

    /** Reads a file with the defaults of its inputs. */
    public static Parsed read(Path file, Map<String, String> environment) {
        return read(file, environment, Map.of());
    }

    /**
     * Reads a file.
     *
     * @param environment the caller's environment; {@code HOME} is what {@code ~/} means in paths
     * @param inputs values for the file's {@code inputs} by name, as typed on a command line
     */
    public static Parsed read(
            Path file, Map<String, String> environment, Map<String, String> inputs) {
        Problems problems = new Problems(file.toString());
        Optional<String> text = load(file, problems);
        return text.isEmpty()
                ? new Parsed.Invalid(problems.inOrder())
                : parse(text.get(), file, environment, inputs, problems);
    }

    /**
     * Reads text as if it stood in the file {@code origin}, in whose folder relative paths start.
     */
    public static Parsed parse(String text, Path origin) {
        return parse(text, origin, Map.of(), Map.of());
    }

    /** Reads text as if it stood in the file {@code origin}. */
    public static Parsed parse(
            String text, Path origin, Map<String, String> environment, Map<String, String> inputs) {
        return parse(text, origin, environment, inputs, new Problems(origin.toString()));
    }

    private static Parsed parse(
            String text,
            Path origin,
            Map<String, String> environment,
            Map<String, String> inputs,
            Problems problems) {
        Path folder =
                Optional.ofNullable(origin.toAbsolutePath().normalize().getParent())
                        .orElse(Path.of("/"));
        Reading reading =
                new Reading(
                        problems,
                        "",
                        folder,
                        Optional.ofNullable(environment.get("HOME"))
                                .filter(home -> !home.isBlank()),
                        false);
        Optional<Job> job =
                YamlText.read(text, problems)
                        .map(root -> Inputs.resolve(root, inputs, problems))
                        .flatMap(root -> new JobParser(reading, nameOf(origin)).parse(root));
        return job.isPresent() && problems.isEmpty()
                ? new Parsed.Valid(job.get())
                : new Parsed.Invalid(problems.inOrder());
    }

    /** The file's name without its ending, as a job's name. */
    static String nameOf(Path origin) {
        String file = Optional.ofNullable(origin.getFileName()).map(Path::toString).orElse("");
        String name =
                file.replaceFirst("\\.(ya?ml|json)$", "")
                        .replaceAll("[^A-Za-z0-9._-]+", "-")
                        .replaceFirst("^[._-]+", "");
        name = name.length() <= 63 ? name : name.substring(0, 63);
        return name.isEmpty() ? "job" : name;
    }

    static Optional<String> load(Path file, Problems problems) {
        try (InputStream in = Files.newInputStream(file)) {
            // one byte more than allowed tells a large file from a full one, whatever its size says
            return Utf8.decode(in.readNBytes(Limits.BYTES + 1), problems);
        } catch (NoSuchFileException absent) {
            problems.add(Place.START, "", "there is no such file", "check the path");
        } catch (AccessDeniedException denied) {
            problems.add(Place.START, "", "may not be read by this user", "check its permissions");
        } catch (IOException fault) {
            String why = Files.isDirectory(file) ? "it is a folder" : fault.getMessage();
            problems.add(Place.START, "", "cannot be read: " + why, "");
        }
        return Optional.empty();
    }
}
