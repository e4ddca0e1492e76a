package dev.tagwerk.spec;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The door: reads job files. */
public final class JobFile {
    private JobFile() {}

    /** Reads a file without overriding any of its inputs. */
    public static Parsed read(Path file, Map<String, String> environment) {
        return read(file, environment, Map.of());
    }

    /**
     * Reads a file.
     *
     * @param environment the caller's environment; {@code HOME} resolves {@code ~/} in paths
     * @param inputs values for the file's {@code inputs}, as typed on the command line
     */
    public static Parsed read(Path file, Map<String, String> environment, Map<String, String> inputs) {
        return new Parsed.Invalid(List.of(new Problem(file.toString(), 1, 1, "", "not yet", "")));
    }

    /** Reads text as if it stood in the file {@code origin}, in whose folder relative paths start. */
    public static Parsed parse(String text, Path origin) {
        return parse(text, origin, Map.of(), Map.of());
    }

    /** Reads text as if it stood in the file {@code origin}. */
    public static Parsed parse(
            String text, Path origin, Map<String, String> environment, Map<String, String> inputs) {
        return read(origin, environment, inputs);
    }
}
