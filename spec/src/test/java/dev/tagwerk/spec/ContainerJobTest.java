package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerJobTest {
    private static final String HEAD = "kind: container\nimage: busybox\n";

    private static ContainerJob container(String text) {
        return (ContainerJob) Samples.valid(text);
    }

    @Test
    void readsEveryKey() {
        ContainerJob job = container(Samples.CONTAINER);
        assertThat(job.kind()).isEqualTo(Kind.CONTAINER);
        assertThat(job.name()).isEqualTo("lora-1");
        assertThat(job.command()).containsExactly("python", "-m", "train");
        // numbers are words as they are written
        assertThat(job.args()).containsExactly("--epochs", "3", "--rate", "1e-4", "");
        assertThat(job.workingDirectory()).contains("/work");
        assertThat(job.env().variables())
                .containsExactly(
                        Map.entry("HF_HOME", Optional.of("/cache/hf")),
                        Map.entry("WORLD_SIZE", Optional.of("1")),
                        Map.entry("SEED", Optional.empty()),
                        Map.entry("QUOTED", Optional.of("true")));
        assertThat(job.secrets()).containsExactly("HF_TOKEN");
        assertThat(job.volumes())
                .containsExactly(
                        new JobVolume("/data", Optional.of("/srv/project/rows"), true),
                        new JobVolume("/cache", Optional.of("hf-cache"), false),
                        new JobVolume("/output", Optional.of("s3://bucket/runs"), false),
                        new JobVolume("/scratch", Optional.empty(), false));
        assertThat(job.maxDuration()).contains(Duration.ofMinutes(270));
        assertThat(job.retries()).isEqualTo(2);
        assertThat(job.expects()).containsExactly("adapter/adapter_config.json", "metrics.json");
        assertThat(job.resources())
                .isEqualTo(
                        new ContainerResources(
                                Optional.of(7.5),
                                Optional.of(55L << 30),
                                Optional.of("T4"),
                                Optional.of(2L),
                                Optional.of(1_500_000_000L)));
        assertThat(job.provider())
                .isEqualTo(
                        new ProviderHint(
                                Optional.of(Provider.AZURE_CONTAINER_APPS),
                                Optional.of("swedencentral"),
                                Optional.of("gpu-t4")));
    }

    @Test
    void whatIsNotSaidIsLeftToTheImageAndTheProvider() {
        ContainerJob job = container(Samples.SMALLEST_CONTAINER);
        assertThat(job.name()).isEqualTo("kniffel");
        assertThat(job.command()).isEmpty();
        assertThat(job.env()).isEqualTo(Environment.NONE);
        assertThat(job.resources()).isEqualTo(ContainerResources.UNSAID);
        assertThat(job.provider()).isEqualTo(ProviderHint.NONE);
        assertThat(job.retries()).isZero();
        assertThat(container(HEAD + "resources: {gpu: A100}\n").resources().gpus()).contains(1L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "image: org/Train | image: must be a container image such as",
                "command: python train.py | (write a list, one item for each word: [python, train.py])",
                "command: [python, true] | command[1]: must be a word of the command, not true (quote it: \"true\")",
                "entrypoint: [sh] | unknown key `entrypoint` (here it is `command`)",
                "comand: [sh] | unknown key `comand` (did you mean `command`?)",
                "envs: {A: b} | unknown key `envs` (here it is `env`)",
                "cpus: 4 | unknown key `cpus` (it belongs under `resources`)",
                "recipe: {rank: 8} | unknown key `recipe` (only kind: training has it)",
                "env: [A=b] | (write `NAME: value` instead of `- NAME=value`)",
                "env: {DEBUG: yes, FLAG: true} | env.FLAG: must be a text, not true (quote it: \"true\")",
                "env: {A-B: x} | is no variable's name",
                "secrets: {A: b} | secrets: must be a list, each item the name of a variable",
                "secrets: [A, B, A] | names A twice",
                "volumes: [./rows:/data] | (write {path: /data, source: ./rows})",
                "volumes: [{path: /data, readonly: true}] | unknown key `readonly` (did you mean `read_only`?)",
                "volumes: [{path: ./data}] | volumes[0].path: must be an absolute path in the container",
                "volumes: [{path: /a/../b}] | volumes[0].path: must be an absolute path",
                "volumes: [{path: /data}, {path: /data/}] | mounts two volumes at /data",
                "volumes: [{path: /output, read_only: true}] | results are written under /output",
                "expects: [/output/x.json] | (write x.json)",
                "resources: {memory: 32} | (add the unit: 32GiB)",
                "resources: {memory: 32Gi} | (write 32GiB)",
                "resources: {memory: 16g} | (write 16GB)",
                "resources: {memory: 1KiB} | must be from 1MiB to 64TiB, not 1KiB",
                "max_duration: 3600 | add the unit: 3600s",
                "retries: -1 | must be a whole number from 0 to 100",
                "provider: {name: ovh} | (write ovh-ai)",
            })
    void whatIsWrongIsToldWithAPlaceAndARemedy(String line, String told) {
        String text = line.startsWith("image") ? "kind: container\n\n" + line : HEAD + line;
        assertThat(Samples.told(text + "\n"))
                .isNotEmpty()
                .allMatch(found -> found.startsWith("3:"))
                .anyMatch(found -> found.contains(told));
    }

    @Test
    void aSecretsValueNeverStandsInAJobFile() {
        assertThat(Samples.told(HEAD + "env: {HF_TOKEN: hf_x}\nsecrets: [HF_TOKEN]\n"))
                .singleElement()
                .asString()
                .startsWith("4:1: secrets: HF_TOKEN stands under `env`, too")
                .doesNotContain("hf_x");
        assertThatThrownBy(
                        () ->
                                new ContainerJob(
                                        "x",
                                        "busybox",
                                        List.of(),
                                        List.of(),
                                        Optional.empty(),
                                        new Environment(Map.of("A", Optional.of("b"))),
                                        List.of("A"),
                                        List.of(),
                                        ContainerResources.UNSAID,
                                        Optional.empty(),
                                        0,
                                        List.of(),
                                        ProviderHint.NONE))
                .isInstanceOf(SpecException.class);
    }

    @Test
    void aJobWithAnImageAndAWrongKindIsReadAsAContainer() {
        assertThat(Samples.told("kind: contaner\nimage: busybox\nargs: [a]\n"))
                .singleElement()
                .asString()
                .contains("(write container)");
        assertThat(Samples.told("image: busybox\n"))
                .singleElement()
                .asString()
                .contains("kind: is missing");
    }
}
