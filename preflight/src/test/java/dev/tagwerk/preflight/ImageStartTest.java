package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dockerfiles, and jobs on a named cluster, against the card and the driver that they meet. */
class ImageStartTest {
    private static final String T4 =
            "name: cluster\ntype: amlcompute\nsize: Standard_NC4as_T4_v3\nmin_instances: 0\n";

    private static List<Document> read(String name, String text) {
        return Formats.read(new SourceFile(name, text)).documents();
    }

    private static List<String> found(
            String name, String text, List<Document> beside, Map<String, String> options) {
        List<Document> documents = read(name, text);
        assertThat(documents).isNotEmpty();
        return Preflight.look(documents, beside, ExampleOptions.read(options)).stream()
                .filter(finding -> finding.rule().id().startsWith("TW-GPU-"))
                .map(finding -> finding.rule().id() + " " + finding.place())
                .toList();
    }

    private static List<String> onT4(String lines) {
        return found("Dockerfile", "FROM python:3.12\n" + lines, List.of(), Map.of("gpu", "T4"));
    }

    private static List<String> onOldDriver(String lines) {
        return found(
                "Dockerfile",
                "FROM python:3.12\n" + lines,
                List.of(),
                Map.of("driver", "570.86.15"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CMD [\"python\", \"train.py\", \"--bf16\"]",
                "ENTRYPOINT [\"python\", \"train.py\"]\nCMD [\"--dtype\", \"bfloat16\"]",
                "ENTRYPOINT python train.py --bf16",
                "CMD [\"sh\", \"-c\", \"python train.py --bf16\"]",
                "CMD python train.py \\\n  --bf16 true"
            })
    void whatAnImageStartsIsHeldAgainstTheCard(String lines) {
        assertThat(onT4(lines)).singleElement().asString().startsWith("TW-GPU-001");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CMD [\"python\", \"train.py\", \"--fp16\"]",
                "CMD [\"python\", \"train.py\", \"--bf16\"]\nCMD [\"python\", \"serve.py\"]",
                "CMD [\"python\", \"train.py\", \"--bf16\"]\nFROM python:3.12\nCMD [\"sh\"]",
                "ENTRYPOINT python serve.py\nCMD [\"--bf16\"]",
                "RUN python train.py --bf16"
            })
    void whatItDoesNotStartIsNot(String lines) {
        assertThat(onT4(lines)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RUN pip install torch==2.9.0 --index-url https://download.pytorch.org/whl/cu130",
                "RUN pip3 install --extra-index-url=https://download.pytorch.org/whl/cu130 torch",
                "RUN uv pip install --system torch==2.9.0+cu130",
                "RUN apt-get update && python -m pip install \\\n 'torch>=2.9' \\\n"
                        + " --index-url https://download.pytorch.org/whl/cu130/"
            })
    void aTorchForANewerCudaThanTheDrivers(String lines) {
        assertThat(onOldDriver(lines)).singleElement().asString().startsWith("TW-GPU-003");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RUN pip install torch==2.9.0 --index-url https://download.pytorch.org/whl/cu128",
                "RUN pip install torch==2.9.0",
                "RUN pip install torch --index-url https://download.pytorch.org/whl/cpu",
                "RUN pip install torch==2.9.0+cu130\nRUN pip install torch==2.9.0+cu128",
                "RUN pip install torch==2.9.0+cu130\nFROM python:3.12",
                "RUN echo https://download.pytorch.org/whl/cu130"
            })
    void aTorchThatTheDriverRuns(String lines) {
        assertThat(onOldDriver(lines)).isEmpty();
    }

    @Test
    void theCardOfTheClusterThatAnAzureMlJobNames() {
        String job =
                "command: python train.py --bf16\nenvironment: azureml:e:1\ncompute: azureml:%s\n";
        List<Document> cluster = read("cluster.yml", T4);
        assertThat(cluster).isNotEmpty();
        assertThat(found("job.yml", job.formatted("cluster"), cluster, Map.of()))
                .singleElement()
                .asString()
                .startsWith("TW-GPU-001");
        assertThat(found("job.yml", job.formatted("other"), cluster, Map.of())).isEmpty();
        List<Document> ampere = read("cluster.yml", T4.replace("NC4as_T4_v3", "NC24ads_A100_v4"));
        assertThat(found("job.yml", job.formatted("cluster"), ampere, Map.of())).isEmpty();
    }
}
