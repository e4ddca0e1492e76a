package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The training program as a real child process, from the test's own class path. */
final class TrainerProcess {
    private static final long PATIENCE_SECONDS = 600;

    private final Process process;
    private final Path errors;

    private TrainerProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
    }

    static TrainerProcess start(
            Path run, String attempt, Map<String, String> environment, String... more)
            throws IOException {
        List<String> command = java(TrainerMain.class);
        command.addAll(List.of("--run", run.toString(), "--attempt", attempt));
        command.addAll(List.of(more));
        // Not beside the run: its disk may be full or read-only.
        Path errors = Files.createTempFile("trainer-", ".err");
        errors.toFile().deleteOnExit();
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(errors.toFile());
        return new TrainerProcess(builder.start(), errors);
    }

    /** How to start a program from the test's own class path. */
    static List<String> java(Class<?> program) {
        return new ArrayList<>(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName()));
    }

    /** Starts ranks from the test's own class path, for a rank 0 in this process. */
    static RankLauncher ranks(Class<?> program, Consumer<Process> started) {
        return (arguments, environment, log) -> {
            List<String> command = java(program);
            command.addAll(arguments);
            Process process = RankLauncher.launch(command, environment, log);
            started.accept(process);
            return process;
        };
    }

    /** The other ranks that it has started. */
    List<ProcessHandle> ranks() {
        return process.children().toList();
    }

    /** Waits for the end. */
    int exitCode() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the trainer did not end; it said: " + said());
        }
        return process.exitValue();
    }

    boolean alive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** SIGKILL, and waits until the process is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** Looks again and again, without a pause; false when the process ended before it was so. */
    boolean waitUntil(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            if (!process.isAlive()) {
                return condition.getAsBoolean();
            }
            assertThat(System.nanoTime()).as("patience; %s", said()).isLessThan(end);
            try {
                Thread.sleep(0, 500_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    String said() {
        try {
            return Files.exists(errors) ? Files.readString(errors) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
