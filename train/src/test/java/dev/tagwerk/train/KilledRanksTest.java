package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two real processes, of which one is killed by SIGKILL at random moments, again and again: the run
 * must deliver the bytes of one never killed, and no process may be left.
 *
 * <p>As in {@link KilledAnywhereTest}: {@code -Dtagwerk.kill.seed}, and {@code
 * -Dtagwerk.kill.rank.points}.
 */
class KilledRanksTest {
    private static final long SEED = Long.getLong("tagwerk.kill.seed", System.currentTimeMillis());
    private static final int POINTS = Integer.getInteger("tagwerk.kill.rank.points", 8);
    private static final String JOB =
            TrainerJobs.DECISION.replace("threads: 2}", "threads: 2, processes: 2}");

    @TempDir Path folder;
    private final SplittableRandom random = new SplittableRandom(SEED);

    @BeforeEach
    void inputs() throws IOException {
        TrainerJobs.writeInputs(folder);
    }

    @Test
    void whicheverIsKilledTheRunDeliversTheBytesOfOneNeverKilled() throws Exception {
        System.out.println("kill points: " + POINTS + ", seed -Dtagwerk.kill.seed=" + SEED);
        TestRun whole = TestRun.of(folder.resolve("whole"), JOB);
        whole.here(TrainerProcess.ranks(RankMain.class, process -> {}));
        int steps = whole.events(Event.Started.class).getFirst().totalSteps();
        TestRun torn = TestRun.of(folder.resolve("torn"), JOB);
        int runs = 1;
        for (int kill = 0; kill < POINTS; kill++) {
            int from = lastCheckpoint(torn);
            // One in four dies before its first step; the others share what is left of the run.
            int left = Math.max(1, 2 * (steps - from) / (POINTS - kill + 1));
            int step = random.nextInt(4) == 0 ? 0 : from + 1 + random.nextInt(left);
            boolean rankZero = kill % 2 == 0;
            boolean killed = rankZero ? killRankZero(torn, step) : killRankOne(torn, step);
            System.out.println((rankZero ? "rank 0" : "rank 1") + " killed, aimed at " + step);
            if (!killed) { // it was done before
                assertSame(torn, whole);
                torn = TestRun.of(folder.resolve("torn-" + ++runs), JOB);
            }
        }
        torn.here(TrainerProcess.ranks(RankMain.class, process -> {}));
        assertSame(torn, whole);
    }

    private static void assertSame(TestRun torn, TestRun whole) {
        assertThat(torn.deliverables()).isEqualTo(whole.deliverables());
        assertThat(torn.result().metrics()).isEqualTo(whole.result().metrics());
        assertThat(torn.events(Event.Resumed.class)).allMatch(Event.Resumed::bitIdentical);
    }

    private static int lastCheckpoint(TestRun run) {
        return run.folder().checkpoints().latestIntact().checkpoint().map(c -> c.step()).orElse(0);
    }

    /** Rank 0 cannot tell the other that it is gone; the other notices. */
    private boolean killRankZero(TestRun run, int step) throws Exception {
        TrainerProcess trainer = run.start();
        trainer.waitUntil(() -> !trainer.ranks().isEmpty());
        List<ProcessHandle> ranks = trainer.ranks();
        trainer.waitUntil(() -> lastStep(run) >= step);
        TimeUnit.MILLISECONDS.sleep(random.nextInt(step == 0 ? 1500 : 10));
        trainer.kill();
        for (ProcessHandle rank : ranks) {
            rank.onExit().get(10, TimeUnit.SECONDS);
        }
        return run.folder().result().filter(Result::succeeded).isEmpty();
    }

    /** Rank 0, in this process, names the other. */
    private boolean killRankOne(TestRun run, int step) throws Exception {
        BlockingQueue<Process> started = new LinkedBlockingQueue<>();
        int delay = random.nextInt(step == 0 ? 1500 : 10);
        Thread killer =
                Thread.startVirtualThread(
                        () -> {
                            try {
                                Process rank = started.take();
                                while (rank.isAlive() && lastStep(run) < step) {
                                    TimeUnit.MILLISECONDS.sleep(1);
                                }
                                TimeUnit.MILLISECONDS.sleep(delay);
                                rank.destroyForcibly();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        try {
            run.here(TrainerProcess.ranks(RankMain.class, started::add));
            return false;
        } catch (TrainException lost) {
            assertThat(lost).hasMessageContaining("Rank 1 of 2").hasMessageContaining("signal 9");
            assertThat(lost.code()).isEqualTo(RankProcess.LOST);
            return true;
        } finally {
            killer.join();
        }
    }

    private static int lastStep(TestRun run) {
        List<Event.Step> steps = run.events(Event.Step.class);
        return steps.isEmpty() ? 0 : steps.getLast().step();
    }

    /** With time for the step in progress, then without; to rank 0 alone, then to all. */
    @Test
    void aSignalStopsAllWithACheckpoint() throws Exception {
        String job = JOB.replace("steps: 24", "steps: 100000");
        TestRun run = TestRun.of(folder.resolve("stopped"), job);
        for (Map<String, String> environment :
                List.of(Map.<String, String>of(), Map.of("TAGWERK_GRACE_SECONDS", "0"))) {
            int from = lastStep(run);
            TrainerProcess trainer = run.start(environment);
            assertThat(trainer.waitUntil(() -> lastStep(run) > from + 2))
                    .as(trainer.said())
                    .isTrue();
            List<ProcessHandle> ranks = trainer.ranks();
            assertThat(ranks).hasSize(1);
            if (!environment.isEmpty()) {
                ranks.forEach(ProcessHandle::destroy);
            }
            trainer.terminate();
            assertThat(trainer.exitCode()).as(trainer.said()).isEqualTo(143);
            Result result = run.result();
            assertThat(result.status()).isEqualTo(Result.STOPPED);
            assertThat(result.step()).isEqualTo(lastCheckpoint(run)).isGreaterThan(from);
            ranks.getFirst().onExit().get(10, TimeUnit.SECONDS);
        }
        assertThat(run.events(Event.Resumed.class)).allMatch(Event.Resumed::bitIdentical);
    }

    @Test
    void aRankWithoutRankZeroEndsAtOnce() throws Exception {
        TestRun run = TestRun.of(folder.resolve("alone"), JOB);
        Path log = folder.resolve("alone.log");
        Process rank =
                TrainerProcess.ranks(RankMain.class, process -> {})
                        .start(
                                List.of(
                                        "--run",
                                        run.root().toString(),
                                        "--attempt",
                                        "a1",
                                        "--rank",
                                        "1"),
                                Map.of(),
                                log);
        rank.outputWriter().close();
        assertThat(rank.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(rank.exitValue()).isEqualTo(1);
        assertThat(log).content().contains("rank 0 is gone");
        assertThatThrownBy(() -> new Rank(2, 2)).hasMessageContaining("from 0 to 1");
    }
}
