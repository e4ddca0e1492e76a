package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs the probe for real: by a shell, in a directory, with programs that a test chooses. */
final class ProbeRun {
    private static final JsonMapper STRICT =
            JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    private static final List<String> TOOLS =
            List.of(
                    "sh", "cat", "chmod", "date", "dd", "df", "head", "id", "ln", "ls", "mkdir",
                    "mv", "nproc", "printf", "rm", "sed", "sleep", "timeout", "uname");

    private final List<String> shell;
    private final Path programs;
    private final Map<String, String> environment = new TreeMap<>();
    private Path directory;
    private Path output = Path.of("");

    /**
     * @param folder empty; programs and the home go there
     */
    ProbeRun(String shell, Path folder) {
        this.shell = List.of(shell.split(" "));
        this.programs = folder.resolve("bin");
        this.directory = folder.resolve("here");
        Path home = folder.resolve("home");
        try {
            for (Path one : List.of(programs, directory, home, folder.resolve("tmp"))) {
                Files.createDirectories(one);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        environment.put("PATH", programs + ":" + Tools.FOLDER);
        environment.put("HOME", home.toString());
        environment.put("TMPDIR", folder.resolve("tmp").toString());
    }

    /** Links to programs that every system has, made once. */
    private static final class Tools {
        private static final Path FOLDER = links();

        private static Path links() {
            try {
                Path folder = Path.of("target/probe-tools").toAbsolutePath();
                Files.createDirectories(folder);
                for (String tool : TOOLS) {
                    Path link = folder.resolve(tool);
                    if (Files.exists(which(tool)) && !Files.exists(link)) {
                        Files.createSymbolicLink(link, which(tool));
                    }
                }
                return folder;
            } catch (IOException fault) {
                throw new UncheckedIOException(fault);
            }
        }
    }

    /** The shells of this machine that the script is for. */
    static Stream<String> shells() {
        return Stream.of("dash", "bash --posix", "busybox ash")
                .filter(shell -> Files.exists(which(shell.split(" ")[0])));
    }

    static Path which(String program) {
        return Stream.of("/usr/bin", "/bin", "/usr/local/bin")
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(Path.of("/nowhere"));
    }

    /** A program of the test's own: shell text. */
    ProbeRun with(String name, String text) {
        try {
            Path file = programs.resolve(name);
            Files.writeString(file, "#!/bin/sh\n" + text, StandardCharsets.ISO_8859_1);
            assertThat(file.toFile().setExecutable(true)).isTrue();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        return this;
    }

    ProbeRun env(String name, String value) {
        environment.put(name, value);
        return this;
    }

    ProbeRun in(Path other) {
        directory = other;
        return this;
    }

    /** The lines of the whole probe. */
    List<JsonNode> all(String... arguments) {
        return run(ProbeScript.text(), arguments);
    }

    /** The lines that some of its functions print. */
    List<JsonNode> only(String calls) {
        String script =
                ProbeScript.text()
                        .replace(
                                "\nmain \"$@\"\n",
                                "\nfind_timeout\nfind_scratch\nfind_python\n"
                                        + calls
                                        + "\nclean\n");
        return run(script);
    }

    private List<JsonNode> run(String script, String... arguments) {
        try {
            Process process = start(script, arguments);
            assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isZero();
            return printed();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }

    /** Begins to run a script. */
    Process start(String script, String... arguments) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(which(shell.getFirst()).toString());
        words.addAll(shell.subList(1, shell.size()));
        words.addAll(List.of("-s", "--"));
        words.addAll(List.of(arguments));
        Path input = Files.createTempFile(programs.getParent(), "probe", ".sh");
        Files.writeString(input, script);
        output = Files.createTempFile(programs.getParent(), "probe", ".out");
        ProcessBuilder builder =
                new ProcessBuilder(words)
                        .directory(directory.toFile())
                        .redirectInput(input.toFile())
                        .redirectOutput(output.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** The lines of the run that was started last. */
    List<JsonNode> printed() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readString(output, StandardCharsets.US_ASCII).split("\n")) {
            JsonNode read = STRICT.readTree(line);
            assertThat(read.path("probe").isTextual()).as(line).isTrue();
            assertThat(read.path("ok").isBoolean()).as(line).isTrue();
            assertThat(read.path("seconds").isNumber()).as(line).isTrue();
            lines.add(read);
        }
        return lines;
    }

    /** The first line of a name. */
    static JsonNode line(List<JsonNode> lines, String name) {
        return lines.stream()
                .filter(line -> line.path("probe").textValue().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line " + name + " in " + lines));
    }
}
