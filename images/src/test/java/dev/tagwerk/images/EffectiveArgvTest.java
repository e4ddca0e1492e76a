package dev.tagwerk.images;

import static dev.tagwerk.images.ContainerRuntime.AZURE_ML;
import static dev.tagwerk.images.ContainerRuntime.COMPOSE;
import static dev.tagwerk.images.ContainerRuntime.CONTAINER_APPS;
import static dev.tagwerk.images.ContainerRuntime.DOCKER;
import static dev.tagwerk.images.ContainerRuntime.KUBERNETES;
import static dev.tagwerk.images.ContainerRuntime.OVH_AI;
import static dev.tagwerk.images.ContainerRuntime.PODMAN;
import static dev.tagwerk.images.ContainerRuntime.SLURM;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EffectiveArgvTest {
    private static final ImageConfig IMAGE =
            ConfigReader.read(
                    TestImage.utf8(
                            "{\"config\":{\"Entrypoint\":[\"tini\",\"--\"],\"Cmd\":[\"bash\"]}}"),
                    "test");
    private static final Optional<List<String>> NONE = Optional.empty();

    private static Optional<List<String>> some(String... words) {
        return Optional.of(List.of(words));
    }

    private static String line(
            ContainerRuntime runtime,
            Optional<List<String>> command,
            Optional<List<String>> arguments) {
        return String.join(
                " ",
                EffectiveArgv.of(IMAGE, runtime, command, arguments).words().stream()
                        .map(
                                word ->
                                        word.text()
                                                + switch (word.origin()) {
                                                    case IMAGE_ENTRYPOINT -> "/e";
                                                    case IMAGE_CMD -> "/c";
                                                    case JOB_COMMAND -> "/C";
                                                    case JOB_ARGUMENTS -> "/A";
                                                    case RUNTIME -> "/r";
                                                })
                        .toList());
    }

    /** The table of Kubernetes' documentation. */
    @Test
    void kubernetesAndContainerAppsReplaceEntrypointByCommandAndCmdByArgs() {
        for (ContainerRuntime runtime : List.of(KUBERNETES, CONTAINER_APPS)) {
            assertThat(line(runtime, NONE, NONE)).isEqualTo("tini/e --/e bash/c");
            assertThat(line(runtime, some("python"), NONE)).isEqualTo("python/C");
            assertThat(line(runtime, NONE, some("train"))).isEqualTo("tini/e --/e train/A");
            assertThat(line(runtime, some("python"), some("train"))).isEqualTo("python/C train/A");
            assertThat(line(runtime, some(), some())).isEqualTo("tini/e --/e bash/c");
            assertThat(line(runtime, some(""), NONE)).isEqualTo("/C");
        }
    }

    @Test
    void dockerPodmanAndComposeDropCmdWithTheEntrypoint() {
        for (ContainerRuntime runtime : List.of(DOCKER, PODMAN, COMPOSE)) {
            assertThat(line(runtime, NONE, NONE)).isEqualTo("tini/e --/e bash/c");
            assertThat(line(runtime, NONE, some("train"))).isEqualTo("tini/e --/e train/A");
            assertThat(line(runtime, some("python"), NONE)).isEqualTo("python/C");
            assertThat(line(runtime, some("python"), some("train"))).isEqualTo("python/C train/A");
            assertThat(line(runtime, some(""), some("train"))).isEqualTo("train/A");
            assertThat(line(runtime, some(""), NONE)).isEmpty();
        }
        assertThat(line(COMPOSE, NONE, some())).isEqualTo("tini/e --/e");
        assertThat(line(DOCKER, NONE, some())).isEqualTo("tini/e --/e bash/c");
    }

    @Test
    void ovhKeepsTheEntrypointWhateverTheCommand() {
        assertThat(line(OVH_AI, NONE, some("python", "t.py")))
                .isEqualTo("tini/e --/e python/A t.py/A");
        assertThat(line(OVH_AI, NONE, NONE)).isEqualTo("tini/e --/e bash/c");
    }

    @Test
    void azureMlAndSlurmUseNeither() {
        assertThat(line(AZURE_ML, NONE, some("python t.py --a b")))
                .isEqualTo("bash/r -c/r python t.py --a b/A");
        assertThat(line(SLURM, NONE, some("python", "t.py"))).isEqualTo("python/A t.py/A");
        assertThat(line(SLURM, NONE, NONE)).isEmpty();
    }
}
