package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ContainerTextTest {
    @Provide
    Arbitrary<ContainerJob> containers() {
        return JobArbitraries.container();
    }

    @Property(tries = 500)
    void everyJobIsReadBackAsItWasWritten(@ForAll("containers") ContainerJob job) {
        String text = ContainerText.text(job, Map.of("image", "their.key"));
        Assume.that(!text.contains("${{")); // a reference to an input, which nothing escapes
        assertThat(JobFile.parse(text, Path.of("/srv/x.yaml"))).isEqualTo(new Parsed.Valid(job));
    }

    @Test
    void aJobReadsAsAPersonWouldWriteIt() {
        ContainerJob job = (ContainerJob) Samples.valid(Samples.CONTAINER);
        assertThat(ContainerText.text(job, Map.of("image", "spec.image")))
                .isEqualTo(
                        """
                        kind: container
                        name: lora-1
                        image: registry.example.org:5000/org/train:1.2@sha256:%1$s  # spec.image
                        command: [python, -m, train]
                        args: [--epochs, "3", --rate, "1e-4", ""]
                        workdir: /work
                        env:
                          HF_HOME: /cache/hf
                          WORLD_SIZE: "1"
                          SEED:
                          QUOTED: "true"
                        secrets: [HF_TOKEN]
                        volumes:
                          - {path: /data, source: /srv/project/rows, read_only: true}
                          - {path: /cache, source: hf-cache, read_only: false}
                          - {path: /output, source: s3://bucket/runs, read_only: false}
                          - {path: /scratch, read_only: false}
                        max_duration: 4h30m
                        retries: 2
                        expects: [adapter/adapter_config.json, metrics.json]
                        budget: "9.5 USD"
                        residency: [westeurope, GRA]
                        classification: internal
                        resources:
                          cpus: 7.5
                          memory: 55GiB
                          gpu: T4
                          gpus: 2
                          shm: 1500MB
                        provider:
                          name: azure-container-apps
                          region: swedencentral
                          machine: gpu-t4
                        """
                                .formatted("0a".repeat(32)));
    }

    @Test
    void aScriptStandsAsItWasWritten() {
        ContainerJob small = (ContainerJob) Samples.valid(Samples.SMALLEST_CONTAINER);
        ContainerJob job =
                new ContainerJob(
                        small.name(),
                        small.image(),
                        List.of("bash", "-c", "set -e\n\npython train.py # go\n"),
                        List.of(),
                        small.workingDirectory(),
                        small.env(),
                        small.secrets(),
                        small.volumes(),
                        small.resources(),
                        small.maxDuration(),
                        0,
                        List.of(),
                        small.provider());
        assertThat(ContainerText.text(job, Map.of()))
                .contains(
                        "command:\n  - bash\n  - -c\n  - |\n    set -e\n\n    python train.py # go\n");
    }
}
