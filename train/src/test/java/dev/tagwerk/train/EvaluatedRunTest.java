package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.modelfiles.SafetensorsFile;
import dev.tagwerk.runfolder.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evaluation during training: which step is taken, and when training stops. */
class EvaluatedRunTest {
    /** Learns so fast that it soon does worse on rows held out. */
    private static final String JOB =
            """
            kind: training
            model: ./model
            task: decision
            recipe:
              rank: 4
              steps: 40
              batch_size: 8
              learning_rate: 2e-2
              head_learning_rate: 3e-2
              schedule: constant
              eval_steps: 3
              keep_best: true
              pointer_dim: 8
              base_kl_weight: 0
              early_stopping_patience: 3
            data: {train: decisions.jsonl, validation_fraction: 0.4}
            checkpoints: {every_steps: 4, keep: 1}
            resources: {device: cpu, threads: 2}
            """;

    @TempDir Path folder;

    @BeforeEach
    void inputs() throws IOException {
        TrainerJobs.writeInputs(folder);
    }

    @Test
    void trainingStopsEarlyAndTheBestWeightsAreTaken() throws IOException {
        TestRun run = TestRun.of(folder.resolve("run"), JOB);
        assertThat(run.here(false).succeeded()).isTrue();

        List<Event.Evaluated> evaluations = run.events(Event.Evaluated.class);
        Event.Evaluated best =
                evaluations.stream().min(Comparator.comparing(Event.Evaluated::loss)).orElseThrow();
        int last = evaluations.getLast().step();
        assertThat(last).isLessThan(40).isEqualTo(best.step() + 3 * 3);
        assertThat(run.events(Event.Step.class)).hasSize(last);
        assertThat(run.notes())
                .anyMatch(note -> note.contains("stopped early"))
                .anyMatch(note -> note.contains("step " + best.step()));
        assertThat(run.result().step()).isEqualTo(best.step());
        assertDelivered(run, best.step());
    }

    @Test
    void withoutKeepBestTheLastWeightsAreTaken() throws IOException {
        TestRun run =
                TestRun.of(
                        folder.resolve("run"), JOB.replace("keep_best: true", "keep_best: false"));
        run.here(false);
        assertThat(run.result().step()).isEqualTo(run.events(Event.Step.class).size());
        assertDelivered(run, run.result().step());
    }

    @Test
    void aRunKilledAfterItsEarlyStopEndsTheSame() throws IOException {
        TestRun whole = TestRun.of(folder.resolve("run"), JOB);
        whole.here(false);
        TestRun killed = whole.copyKilledAfter(Integer.MAX_VALUE, folder.resolve("copy"));
        killed.here(false);
        assertThat(killed.deliverables()).isEqualTo(whole.deliverables());
        assertThat(killed.events(Event.Step.class)).hasSameSizeAs(whole.events(Event.Step.class));
    }

    @Test
    void aLostBestCheckpointIsSaidAndTheLastCanBeTakenInstead() throws IOException {
        TestRun whole = TestRun.of(folder.resolve("run"), JOB);
        int best = whole.here(false).step();
        TestRun killed = whole.copyKilledAfter(Integer.MAX_VALUE, folder.resolve("copy"));
        Files.delete(killed.output().resolve("checkpoint-" + best).resolve("COMPLETE"));
        assertThatThrownBy(() -> killed.here(false))
                .isInstanceOf(TrainException.class)
                .hasMessageContaining("step " + best)
                .hasMessageContaining("keep_best: false");
        killed.replaceJob(JOB.replace("keep_best: true", "keep_best: false"));
        assertThat(killed.here(false).step()).isGreaterThan(best);
    }

    /** The head delivered holds the tensors of this step's checkpoint. */
    private static void assertDelivered(TestRun run, int step) throws IOException {
        Path checkpoint = run.output().resolve("checkpoint-" + step);
        try (SafetensorsFile head = SafetensorsFile.open(run.output().resolve("head.safetensors"));
                SafetensorsFile saved =
                        SafetensorsFile.open(checkpoint.resolve("trainable.safetensors"))) {
            assertThat(head.tensors()).isNotEmpty();
            for (String name : head.tensors().keySet()) {
                assertThat(head.bytes(name).mismatch(saved.bytes(name))).as(name).isEqualTo(-1);
            }
        }
    }
}
