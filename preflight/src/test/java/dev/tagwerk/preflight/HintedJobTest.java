package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs of ours that are for a provider are judged by what is known of it. */
class HintedJobTest {
    private static List<String> found(String job) {
        return Preflight.look(
                        Formats.read(new SourceFile("job.yaml", job)).documents(),
                        List.of(),
                        Circumstances.UNKNOWN)
                .stream()
                .filter(finding -> finding.severity() != Severity.NOTE)
                .map(finding -> finding.rule().id() + " " + finding.write())
                .toList();
    }

    @Test
    void atOvhcloudTheUserIsNotRootAndAWeekIsTheEnd() {
        String job =
                """
                kind: container
                image: ghcr.io/org/train@sha256:0000000000000000000000000000000000000000000000000000000000000000
                args: [train.py]
                env: {HF_HOME: /root/cache}
                provider: {name: ovh-ai, machine: ai1-1-gpu}
                """;
        assertThat(found(job))
                .anySatisfy(one -> assertThat(one).isEqualTo("TW-OVH-001 max_duration: 240m"))
                .anySatisfy(one -> assertThat(one).startsWith("TW-OVH-0"));
        assertThat(found(job.replace("/root/cache", "/workspace/cache") + "max_duration: 4h\n"))
                .isEmpty();
    }

    @Test
    void onThisMachineNothingOfThatCounts() {
        assertThat(
                        found(
                                """
                                kind: container
                                image: ghcr.io/org/train@sha256:0000000000000000000000000000000000000000000000000000000000000000
                                env: {HF_HOME: /root/cache}
                                """))
                .isEmpty();
    }

    @Test
    void dockerHasLittleSharedMemory() {
        String job =
                """
                kind: container
                image: ghcr.io/org/train@sha256:0000000000000000000000000000000000000000000000000000000000000000
                args: [train.py, --dataloader_num_workers, "4"]
                resources: {gpus: 1}
                provider: {name: docker}
                """;
        assertThat(found(job)).anySatisfy(one -> assertThat(one).startsWith("TW-GPU-005"));
        assertThat(found(job.replace("{gpus: 1}", "{gpus: 1, shm: 8GiB}"))).isEmpty();
    }
}
