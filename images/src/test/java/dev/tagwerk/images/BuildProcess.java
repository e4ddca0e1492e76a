package dev.tagwerk.images;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** {@link BuildMain} as a child of the test. */
final class BuildProcess {
    private final Process process;

    private BuildProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts one.
     *
     * @param before shell words that come before, such as {@code umask 077;}
     */
    static BuildProcess start(String before, String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "sh",
                                "-c",
                                before + " exec \"$@\"",
                                "sh",
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx128m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                BuildMain.class.getName()));
        command.addAll(List.of(arguments));
        return new BuildProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    boolean alive() {
        return process.isAlive();
    }

    /** Waits for a moment, or for its end. */
    void until(BooleanSupplier moment) throws InterruptedException {
        while (!moment.getAsBoolean() && !process.waitFor(1, TimeUnit.MILLISECONDS)) {
            // looked again
        }
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** SIGTERM. */
    void end() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }

    /** What it says, when it has ended with a status. */
    String said(int status) throws IOException, InterruptedException {
        String said =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != status) {
            throw new AssertionError("it should end with " + status + ": " + said);
        }
        return said;
    }
}
