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
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Images that podman made, and the words that it runs them with. Skipped where podman is not
 * installed or does not work; where {@code TAGWERK_PODMAN} names it, either fails.
 */
class PodmanTest {
    private static final String NAME = "localhost/echo:1";

    @TempDir private Path folder;
    private Path podman = Path.of("");

    /** A root folder with `echo` and its libraries, imported. */
    @BeforeEach
    void image() throws IOException, InterruptedException {
        Optional<Path> program = Programs.find("TAGWERK_PODMAN", "podman");
        assumeTrue(program.isPresent(), "podman is not installed");
        podman = program.get();
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
        Path root = folder.resolve("root");
        copy(root, Path.of("/bin/echo"));
        for (MatchResult library :
                Pattern.compile("/\\S+").matcher(run("ldd", "/bin/echo")).results().toList()) {
            copy(root, Path.of(library.group()));
        }
        Path tar = folder.resolve("root.tar");
        run("tar", "-cf", tar.toString(), "-C", root.toString(), ".");
        try {
            podman(
                    "import",
                    "--change",
                    "ENTRYPOINT [\"/bin/echo\",\"entry\"]",
                    "--change",
                    "CMD [\"cmd\"]",
                    tar.toString(),
                    NAME);
        } catch (AssertionError failure) {
            assumeTrue(System.getenv("TAGWERK_PODMAN") != null, "podman does not work: " + failure);
            throw failure;
        }
    }

    private static void copy(Path root, Path file) throws IOException {
        Path to = root.resolve(Path.of("/").relativize(file));
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
    }

    private String podman(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                podman.toString(),
                                "--root",
                                folder.resolve("store").toString(),
                                "--runroot",
                                folder.resolve("run").toString(),
                                "--storage-driver",
                                "vfs"));
        command.addAll(List.of(arguments));
        return run(command.toArray(String[]::new));
    }

    private String run(String... command) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectOutput(out.toFile())
                        .redirectError(folder.resolve("err").toFile());
        builder.environment().put("CONTAINERS_CONF", folder.resolve("containers.conf").toString());
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(command[0]).isTrue();
        assertThat(process.exitValue())
                .as("%s: %s", String.join(" ", command), Files.readString(folder.resolve("err")))
                .isZero();
        return Files.readString(out).strip();
    }

    @Test
    void whatPodmanSavesIsReadInEveryForm() throws IOException, InterruptedException {
        String id = podman("inspect", "--format", "{{.Id}}", NAME);
        for (String form : List.of("docker-archive", "oci-archive", "oci-dir")) {
            Path saved = folder.resolve(form);
            podman("save", "--format", form, "-o", saved.toString(), NAME);
            ImageReport report = TestImage.inspect(saved);
            assertThat(report.id().hex()).as(form).isEqualTo(id);
            assertThat(report.reference()).as(form).isEqualTo(NAME);
            assertThat(report.files().program("echo", List.of("/bin"))).as(form).isPresent();
            assertThat(report.config().entrypoint()).containsExactly("/bin/echo", "entry");
        }
    }

    @Test
    void whatPodmanCompressesIsRead() throws IOException, InterruptedException {
        String id = podman("inspect", "--format", "{{.Id}}", NAME);
        for (String format : List.of("gzip", "zstd", "zstd:chunked")) {
            Path layout = folder.resolve(format.replace(':', '-'));
            podman("push", "--compression-format", format, NAME, "oci:" + layout);
            ImageReport report = TestImage.inspect(layout);
            assertThat(report.files().complete()).as(format).isTrue();
            assertThat(report.layers()).allMatch(LayerFacts::verified);
            assertThat(report.files().program("echo", List.of("/bin"))).as(format).isPresent();
        }
        Path saved = folder.resolve("saved.tar");
        podman("save", "--format", "docker-archive", "-o", saved.toString(), NAME);
        run("gzip", saved.toString());
        ImageReport report = TestImage.inspect(folder.resolve("saved.tar.gz"));
        assertThat(report.id().hex()).isEqualTo(id);
        assertThat(report.files().program("echo", List.of("/bin"))).isPresent();
    }

    @Test
    void podmanRunsTheWordsThatWeSay() throws IOException, InterruptedException {
        Path saved = folder.resolve("saved");
        podman("save", "-o", saved.toString(), NAME);
        ImageConfig image = TestImage.inspect(saved).config();
        Optional<List<String>> none = Optional.empty();
        Optional<List<String>> arguments = Optional.of(List.of("one", "two"));
        Optional<List<String>> command = Optional.of(List.of("/bin/echo", "other"));
        says(image, none, none);
        says(image, none, arguments);
        says(image, command, none);
        says(image, command, arguments);
        says(image, Optional.of(List.of("")), Optional.of(List.of("/bin/echo", "bare")));
    }

    private void says(
            ImageConfig image, Optional<List<String>> command, Optional<List<String>> arguments)
            throws IOException, InterruptedException {
        List<String> run = new ArrayList<>(List.of("run", "--rm", "--pull=never"));
        command.ifPresent(
                words ->
                        run.addAll(
                                List.of(
                                        "--entrypoint",
                                        words.equals(List.of(""))
                                                ? ""
                                                : "[\"" + String.join("\",\"", words) + "\"]")));
        run.add(NAME);
        arguments.ifPresent(run::addAll);
        List<String> words =
                EffectiveArgv.of(image, ContainerRuntime.PODMAN, command, arguments).texts();
        assertThat(words.getFirst()).isEqualTo("/bin/echo");
        assertThat(podman(run.toArray(String[]::new)))
                .isEqualTo(String.join(" ", words.subList(1, words.size())));
    }
}
