package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.tagwerk.model.ModelException;
import dev.tagwerk.runfolder.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rank 0 here, the others as real processes over gloo, beside runs of one process. */
class SeveralProcessesTest {
    private static final String TWO = "{device: cpu, threads: 2, processes: 2}";

    @TempDir Path folder;
    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void inputs() throws IOException {
        TrainerJobs.writeInputs(folder);
    }

    @AfterEach
    void noneIsLeft() throws InterruptedException {
        for (Process process : started) {
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private RankLauncher launcher(Class<?> program) {
        return TrainerProcess.ranks(program, started::add);
    }

    private TestRun run(String name, String job, String resources) throws IOException {
        return TestRun.of(
                folder.resolve(name), job.replaceFirst("resources: .*", "resources: " + resources));
    }

    /** The shares are the same, and the order in which their gradients are added. */
    @Test
    void twoProcessesOfOneThreadDeliverTheBytesOfOneProcessOfTwoThreads() throws Exception {
        TestRun one = TestRun.of(folder.resolve("one"), TrainerJobs.DECISION);
        one.here(false);
        TestRun two = run("two", TrainerJobs.DECISION, TWO);
        two.here(launcher(RankMain.class));
        assertThat(two.deliverables()).isEqualTo(one.deliverables());
        assertThat(two.notes()).contains("2 processes share every batch, with 1 thread each");
        assertThat(two.result().fingerprint().processes()).isEqualTo(2);
        assertThat(two.result().fingerprint().threads()).isEqualTo(1);
        one.result()
                .metrics()
                .forEach(
                        (metric, value) ->
                                assertThat(two.result().metrics().get(metric))
                                        .as(metric)
                                        .isCloseTo(value, withPercentage(1e-4)));
    }

    @Test
    void lossesAreThoseOfOneProcessAndBitForBitTheSameEachTime() throws Exception {
        String job = TrainerJobs.DECISION.replace("ropout: 0.1", "ropout: 0").replace("24", "20");
        TestRun one = run("one", job, "{device: cpu, threads: 1}");
        one.here(false);
        TestRun several = run("several", job, TWO);
        several.here(launcher(RankMain.class));
        List<Event.Step> wanted = one.events(Event.Step.class);
        List<Event.Step> taken = several.events(Event.Step.class);
        assertThat(taken).hasSameSizeAs(wanted).hasSize(20);
        for (int i = 0; i < taken.size(); i++) {
            assertThat(taken.get(i).loss()).isCloseTo(wanted.get(i).loss(), within(1e-5));
            assertThat(taken.get(i).gradNorm())
                    .isCloseTo(wanted.get(i).gradNorm(), withPercentage(1e-2));
            assertThat(taken.get(i).residentBytes()).isGreaterThan(100 << 20);
            assertThat(taken.get(i).tokens()).isEqualTo(wanted.get(i).tokens());
            assertThat(taken.get(i).examples()).isEqualTo(wanted.get(i).examples());
        }
        TestRun again = run("again", job, TWO);
        again.here(launcher(RankMain.class));
        assertThat(again.deliverables()).isEqualTo(several.deliverables());
        assertThat(several.deliverables()).isNotEqualTo(one.deliverables());
    }

    @Test
    void anotherNumberOfProcessesGoesOnButNotBitForBit() throws Exception {
        TestRun whole = run("whole", TrainerJobs.FULL, TWO);
        whole.here(launcher(RankMain.class));
        TestRun killed = whole.copyKilledAfter(15, folder.resolve("killed"));
        killed.replaceJob(TrainerJobs.FULL);
        killed.here(false);
        assertThat(killed.events(Event.Resumed.class))
                .singleElement()
                .satisfies(
                        resumed -> {
                            assertThat(resumed.fromStep()).isEqualTo(15);
                            assertThat(resumed.bitIdentical()).isFalse();
                            assertThat(resumed.reason())
                                    .isEqualTo(
                                            "not bit-identical, because of threads 2, was 1;"
                                                    + " processes 1, was 2");
                        });
    }

    @Test
    void aRankThatIsKilledIsNamedAndNothingIsLost() throws Exception {
        TestRun run = run("killed", TrainerJobs.FULL.replace("steps: 20", "steps: 100000"), TWO);
        Thread killer =
                Thread.startVirtualThread(
                        () -> {
                            waitForStep(run, 3);
                            started.getFirst().destroyForcibly();
                        });
        assertLost(
                () -> run.here(launcher(RankMain.class)),
                "Rank 1 of 2 (process ",
                "exit code 137 (killed by signal 9) while",
                "rank-1.log");
        killer.join();
        int last = run.events(Event.Step.class).getLast().step();
        assertThat(run.folder().checkpoints().latestIntact().checkpoint().orElseThrow().step())
                .isEqualTo(last);
    }

    @Test
    void aRankThatFailsSaysWhy() throws Exception {
        TestRun run = run("failing", TrainerJobs.FULL, TWO);
        assertLost(
                () -> run.here(launcher(FaultyRank.OutOfTurn.class)),
                "Rank 1 of 2 (process ",
                "failed while",
                "no step was computed");
    }

    @Test
    void ranksThatDivergeStopTheRun() throws Exception {
        TestRun run = run("diverging", TrainerJobs.FULL, TWO);
        assertThatThrownBy(() -> run.here(launcher(FaultyRank.OtherUpdate.class)))
                .isInstanceOfSatisfying(
                        TrainException.class, e -> assertThat(e.code()).isEqualTo("ranks_diverged"))
                .hasMessageContaining("Rank 1 holds other weights")
                .hasMessageContaining("after step 5");
        assertThat(run.folder().checkpoints().list()).extracting(c -> c.step()).containsExactly(1);
        Path log = run.folder().rankFolder("h1").resolve("rank-1.log");
        assertThat(Files.readString(log)).contains("ended: Rank 1 holds other weights");
    }

    @Test
    void moreGpusThanThereAreAreRefused() throws Exception {
        TestRun run = run("gpus", TrainerJobs.FULL, "{gpus: 4}");
        assertThatThrownBy(() -> run.here(launcher(RankMain.class)))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("resources.gpus is 4, but libtorch sees")
                .hasMessageContaining("processes: N");
        assertThat(started).isEmpty();
    }

    private static void assertLost(ThrowingCallable call, String... words) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        TrainException.class, e -> assertThat(e.code()).isEqualTo(RankProcess.LOST))
                .hasMessageContainingAll(words);
    }

    private static void waitForStep(TestRun run, int step) {
        while (!Files.exists(run.folder().events().file())
                || run.events(Event.Step.class).stream().noneMatch(e -> e.step() >= step)) {
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(5);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
