package dev.tagwerk.hub;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@link PullMain} as a child of the test. */
final class PullProcess {
    private final Process process;

    private PullProcess(Process process) {
        this.process = process;
    }

    static PullProcess start(String what, Map<String, String> environment) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PullMain.class.getName(),
                        what);
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true);
        return new PullProcess(builder.start());
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    boolean alive() {
        return process.isAlive();
    }

    /** The bytes that it fetched. */
    long fetched() throws IOException, InterruptedException {
        String said =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new AssertionError("the pull failed: " + said);
        }
        return Long.parseLong(said);
    }
}
