package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    @org.jspecify.annotations.Nullable private Podman podman;

    /** A root folder with `echo` and its libraries, imported. */
    @BeforeEach
    void image() throws IOException, InterruptedException {
        podman = Podman.in(folder);
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
        return podman.run(arguments);
    }

    private String run(String... command) throws IOException, InterruptedException {
        return podman.program(0, command);
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
