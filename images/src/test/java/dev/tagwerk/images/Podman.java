package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The real podman, with a store of its own in a test's folder. */
final class Podman {
    private final Path folder;
    private final Path program;

    private Podman(Path folder, Path program) {
        this.folder = folder;
        this.program = program;
    }

    /** Skips the test where podman is not installed; named by the variable, it must be there. */
    static Podman in(Path folder) throws IOException {
        Optional<Path> program = Programs.find("TAGWERK_PODMAN", "podman");
        assumeTrue(program.isPresent(), "podman is not installed");
        Files.writeString(
                folder.resolve("containers.conf"),
                """
                [containers]
                default_ulimits=["nofile=20000:20000","nproc=20000:20000"]
                netns="none"
                log_driver="k8s-file"
                [engine]
                runtime="runc"
                cgroup_manager="cgroupfs"
                events_logger="file"
                """);
        return new Podman(folder, program.get());
    }

    /** What it prints; it must succeed. */
    String run(String... arguments) throws IOException, InterruptedException {
        return run(0, arguments);
    }

    /** What it prints; it must end with a status. */
    String run(int status, String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                program.toString(),
                                "--root",
                                folder.resolve("store").toString(),
                                "--runroot",
                                folder.resolve("run").toString(),
                                "--storage-driver",
                                "vfs"));
        command.addAll(List.of(arguments));
        return program(status, command.toArray(String[]::new));
    }

    /** What another program prints. */
    String program(int status, String... command) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        builder.environment().put("CONTAINERS_CONF", folder.resolve("containers.conf").toString());
        Process process = builder.start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(command[0]).isTrue();
        assertThat(process.exitValue())
                .as("%s: %s", String.join(" ", command), Files.readString(err))
                .isEqualTo(status);
        return Files.readString(out).strip();
    }
}
