package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where a download goes, and how much fits there, on each platform. */
class DisksTest {
    private static final String MODEL = "Qwen/Qwen2.5-7B-Instruct";

    private static List<Document> read(String name, String text) {
        return Formats.read(new SourceFile(name, text)).documents();
    }

    private static List<String> said(String rule, List<Document> file, List<Document> beside) {
        return Preflight.look(file, beside, Circumstances.UNKNOWN).stream()
                .filter(finding -> finding.rule().id().equals(rule))
                .map(finding -> finding.severity() + " " + finding.what())
                .toList();
    }

    private static List<String> script(String options) {
        String line = "docker run --gpus all " + options + " r.io/a --model " + MODEL + "\n";
        return said("TW-STO-018", read("run.sh", line), List.of());
    }

    @Test
    void dockersOwnLimits() {
        assertThat(script("")).isEmpty();
        assertThat(script("--storage-opt size=10G"))
                .containsExactly(
                        "WARNING "
                                + MODEL
                                + " is about 13 GiB to download, and the container's disk"
                                + " (storage-opt) holds 10 GiB");
        assertThat(script("--storage-opt size=40G")).isEmpty();
        assertThat(script("--storage-opt=size=10G")).hasSize(1);
    }

    @Test
    void filesInMemory() {
        assertThat(script("--tmpfs /hf:rw,size=8g -e HF_HOME=/hf"))
                .singleElement()
                .asString()
                .endsWith("the memory of /hf holds 8 GiB");
        assertThat(script("--tmpfs /hf:size=20g -e HF_HOME=/hf")).isEmpty();
        assertThat(script("--tmpfs /hf -e HF_HOME=/hf")).isEmpty();
        assertThat(script("--tmpfs /hf -m 8g -e HF_HOME=/hf")).hasSize(1);
        assertThat(script("--mount type=tmpfs,target=/hf,tmpfs-size=8g -e HF_HOME=/hf")).hasSize(1);
        assertThat(script("-v /big:/hf -e HF_HOME=/hf")).isEmpty();
    }

    @Test
    void composesOwnLimits() {
        String service =
                """
                services:
                  chat:
                    image: r.io/a
                    command: ["--model", "%s"]
                    %s
                """;
        for (String limit :
                List.of(
                        "storage_opt: {size: 8G}",
                        "tmpfs: [\"/root/.cache/huggingface:size=8g\"]",
                        "tmpfs: /root/.cache/huggingface:size=8g")) {
            assertThat(
                            said(
                                    "TW-STO-018",
                                    read("compose.yaml", service.formatted(MODEL, limit)),
                                    List.of()))
                    .as(limit)
                    .hasSize(1);
        }
        assertThat(
                        said(
                                "TW-STO-018",
                                read(
                                        "compose.yaml",
                                        service.formatted(MODEL, "storage_opt: {size: 80G}")),
                                List.of()))
                .isEmpty();
    }

    @Test
    void containerAppsGiveADiskByCores() {
        String job =
                """
                type: Microsoft.App/jobs
                location: swedencentral
                properties:
                  environmentId: /subscriptions/S/resourceGroups/RG/providers/Microsoft.App/managedEnvironments/ENV
                  configuration:
                    triggerType: Manual
                    replicaTimeout: 7200
                    manualTriggerConfig: {}
                  template:
                    containers:
                    - name: embed
                      image: r.io/a
                      args: ["--model", "org/embed-%s"]
                      resources: {cpu: %s, memory: 2Gi}
                """;
        assertThat(said("TW-STO-018", read("job.yaml", job.formatted("1.5B", "0.5")), List.of()))
                .singleElement()
                .asString()
                .endsWith("the replica's disk holds 2 GiB");
        assertThat(said("TW-STO-018", read("job.yaml", job.formatted("1.5B", "1")), List.of()))
                .isEmpty();
        assertThat(said("TW-STO-018", read("job.yaml", job.formatted("7B", "4")), List.of()))
                .hasSize(1);
    }

    @Test
    void azureMlsLocalDiskIsNoted() {
        String job =
                """
                $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
                command: python serve.py --model meta/Large-%s
                environment: azureml:e:1
                compute: azureml:c
                limits: {timeout: 3600}
                """;
        List<Document> cluster =
                read(
                        "cluster.yml",
                        """
                        $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
                        name: c
                        type: amlcompute
                        size: Standard_NC4as_T4_v3
                        """);
        assertThat(said("TW-STO-018", read("job.yml", job.formatted("120B")), cluster))
                .singleElement()
                .asString()
                .startsWith("NOTE ")
                .endsWith("the local disk of Standard_NC4as_T4_v3 holds 180 GiB");
        assertThat(said("TW-STO-018", read("job.yml", job.formatted("70B")), cluster)).isEmpty();
        assertThat(said("TW-STO-018", read("job.yml", job.formatted("120B")), List.of())).isEmpty();
    }
}
