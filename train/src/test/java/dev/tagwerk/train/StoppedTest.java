package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.runfolder.Checkpoint;
import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attempts that end before their run is done: signals, requests, time, errors; as real processes.
 */
class StoppedTest {
    private static final Map<String, String> NO_GRACE = Map.of("TAGWERK_GRACE_SECONDS", "0");

    @TempDir Path folder;

    @BeforeEach
    void inputs() throws IOException {
        TrainerJobs.writeInputs(folder);
    }

    @Test
    void sigtermAbandonsTheStepWhenTheGraceIsOver() throws Exception {
        String job = TrainerJobs.PACKED_TEXT.replace("epochs: 3", "steps: 60");
        TestRun whole = TestRun.of(folder.resolve("whole"), job);
        whole.attempt(0);
        TestRun run = TestRun.of(folder.resolve("stopped"), job);
        for (int reached = 4; reached <= 34; reached += 10) {
            int step = reached;
            TrainerProcess trainer = run.start(NO_GRACE);
            assertThat(trainer.waitUntil(() -> lastStep(run) >= step)).as(trainer.said()).isTrue();
            assertStopped(run, trainer, step);
        }
        run.attempt(0);
        assertThat(run.deliverables()).isEqualTo(whole.deliverables());
        assertThat(run.events(Event.Resumed.class)).allMatch(Event.Resumed::bitIdentical);
    }

    @Test
    void sigtermDuringAnEvaluation() throws Exception {
        TinyData.decisions(folder.resolve("held-out.jsonl"), 600, 8);
        String job =
                TrainerJobs.DECISION
                        .replace("validation_fraction: 0.2", "validation: held-out.jsonl")
                        .replace("steps: 24", "steps: 11");
        TestRun whole = TestRun.of(folder.resolve("whole"), job);
        whole.attempt(0);
        TestRun run = TestRun.of(folder.resolve("stopped"), job);
        TrainerProcess trainer = run.start(NO_GRACE);
        assertThat(trainer.waitUntil(() -> lastStep(run) >= 5)).isTrue();
        assertStopped(run, trainer, 5);
        assertThat(run.events(Event.Evaluated.class)).isEmpty();
        run.attempt(0);
        assertThat(run.deliverables()).isEqualTo(whole.deliverables());
        assertThat(run.result().metrics()).isEqualTo(whole.result().metrics());
    }

    @Test
    void sigtermLetsTheStepFinishWhenThereIsTime() throws Exception {
        TestRun run =
                TestRun.of(
                        folder.resolve("stopped"),
                        TrainerJobs.FULL.replace("steps: 20", "steps: 100000"));
        TrainerProcess trainer = run.start();
        assertThat(trainer.waitUntil(() -> lastStep(run) >= 3)).as(trainer.said()).isTrue();
        Result result = assertStopped(run, trainer, 3);
        assertThat(result.failure()).hasValue("stopped on request");
        assertThat(lastStep(run)).isEqualTo(result.step());
    }

    private static Result assertStopped(TestRun run, TrainerProcess trainer, int atLeast)
            throws InterruptedException {
        trainer.terminate();
        assertThat(trainer.exitCode()).as(trainer.said()).isEqualTo(143);
        Result result = run.result();
        assertThat(result.status()).isEqualTo(Result.STOPPED);
        assertThat(result.step()).isBetween(atLeast, lastStep(run) + 1);
        Checkpoint newest = run.folder().checkpoints().latestIntact().checkpoint().orElseThrow();
        assertThat(newest.step()).isEqualTo(result.step());
        return result;
    }

    private static int lastStep(TestRun run) {
        int last = 0;
        for (Event.Step step : run.events(Event.Step.class)) {
            last = step.step();
        }
        return last;
    }

    @Test
    void whenItsTimeIsUpItStopsAndCanGoOn() throws Exception {
        String job = "max_duration: 1s\n" + TrainerJobs.FULL;
        TestRun run = TestRun.of(folder.resolve("late"), job.replace("steps: 20", "steps: 100000"));
        String said = run.attempt(1);
        assertThat(said).contains("max_duration").contains("resume");
        Result result = run.result();
        assertThat(result.outOfTime()).isTrue();
        int reached = run.folder().checkpoints().latestIntact().checkpoint().orElseThrow().step();
        assertThat(result.step()).isEqualTo(reached);
        run.attempt(1);
        assertThat(run.result().step()).isGreaterThan(reached);
    }

    @Test
    void aStopRequestIsHeeded() throws Exception {
        TestRun run = TestRun.of(folder.resolve("asked"), TrainerJobs.FULL);
        run.folder().requestStop();
        assertThat(run.attempt(1)).contains("stopped on request");
        assertThat(run.result().step()).isEqualTo(1);
        run.folder().clearStop();
        run.attempt(0);
    }

    @Test
    void anAttemptRunsOnce() throws Exception {
        TestRun run = TestRun.of(folder.resolve("twice"), TrainerJobs.FULL);
        run.folder().requestStop();
        run.attempt(1);
        run.folder().clearStop();
        byte[] events = Files.readAllBytes(run.folder().events().file());
        TrainerProcess again = TrainerProcess.start(run.root(), "a1", Map.of());
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.said()).contains("already claimed");
        assertThat(Files.readAllBytes(run.folder().events().file())).isEqualTo(events);
        run.attempt(0);
        assertThat(run.attempt(0)).contains("nothing to do");
    }

    @Test
    void wrongArgumentsAreNamed() throws Exception {
        TestRun run = TestRun.of(folder.resolve("run"), TrainerJobs.FULL);
        TrainerProcess badName = TrainerProcess.start(run.root(), "../x", Map.of());
        assertThat(badName.exitCode()).isEqualTo(2);
        assertThat(badName.said()).contains("attempt").doesNotContain("\tat ");
        TrainerProcess badGrace = run.start(Map.of("TAGWERK_GRACE_SECONDS", "soon"));
        assertThat(badGrace.exitCode()).isEqualTo(2);
        assertThat(badGrace.said()).contains("TAGWERK_GRACE_SECONDS").contains("soon");
    }

    @Test
    void aLossThatIsNotFiniteStopsBeforeTheWeightsChange() throws Exception {
        int heavy = 11;
        int seed = seedWithRowInLastStep(heavy);
        Path data = folder.resolve("heavy.jsonl");
        TinyData.decisions(data, 12, 4);
        var lines = Files.readAllLines(data);
        lines.set(heavy, lines.get(heavy).replaceFirst("\\}$", ", \"weight\": 1e39}"));
        Files.write(data, lines);
        TestRun run =
                TestRun.of(
                        folder.resolve("diverging"),
                        """
                        kind: training
                        model: ./model
                        task: decision
                        recipe: {epochs: 2, batch_size: 4, seed: %d, pointer_dim: 8, rank: 2}
                        data: {train: heavy.jsonl}
                        checkpoints: {every_steps: 1}
                        resources: {device: cpu, threads: 2}
                        """
                                .formatted(seed));
        String said = run.attempt(1);
        assertThat(said).contains("in step 3").contains("12").doesNotContain("\tat ");
        assertThat(run.result().status()).isEqualTo(Result.FAILED);
        assertThat(run.result().step()).isEqualTo(2);
        assertThat(run.events(Event.Failed.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.code()).isEqualTo("not_finite"));
        assertThat(run.folder().checkpoints().latestIntact().checkpoint())
                .map(Checkpoint::step)
                .contains(2);
    }

    private static int seedWithRowInLastStep(int row) {
        int seed = 1;
        while (!new BatchOrder(java.util.Collections.nCopies(12, 1), 4, false, seed)
                .epoch(0)
                .getLast()
                .contains(row)) {
            seed++;
        }
        return seed;
    }

    @Test
    void nonsenseEndsWithOneClearMessage() throws Exception {
        TestRun run = TestRun.of(folder.resolve("run"), TrainerJobs.FULL);
        Files.writeString(folder.resolve("completions.jsonl"), "{\"prompt\": \"x\"}\n");
        assertThat(run.attempt(1))
                .contains("line 1")
                .contains("completion")
                .doesNotContain("\tat ");
        Files.delete(folder.resolve("completions.jsonl"));
        assertThat(run.attempt(1)).contains("completions.jsonl").doesNotContain("\tat ");
        Files.writeString(run.root().resolve("job.json"), "{}");
        assertThat(run.attempt(1)).contains("job.json").doesNotContain("\tat ");
        Files.delete(run.root().resolve("job.json"));
        assertThat(run.attempt(1)).contains("job.json").doesNotContain("\tat ");
    }
}
