package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Resume is bit-identical: real trainers are killed by SIGKILL at random moments, again and again,
 * and must deliver the same bytes as one that ran through.
 *
 * <p>The places are drawn from {@code -Dtagwerk.kill.seed} (default: the clock), which the test
 * prints; {@code -Dtagwerk.kill.points} says how many there are over all jobs.
 */
class KilledAnywhereTest {
    private static final long SEED = Long.getLong("tagwerk.kill.seed", System.currentTimeMillis());
    private static final int POINTS = Integer.getInteger("tagwerk.kill.points", 33);

    @TempDir Path folder;

    @BeforeEach
    void inputs() throws IOException {
        TrainerJobs.writeInputs(folder);
    }

    @Test
    void aKilledRunDeliversTheBytesOfOneNeverKilled() throws Exception {
        System.out.println("kill points: " + POINTS + ", seed -Dtagwerk.kill.seed=" + SEED);
        List<String> jobs =
                List.of(TrainerJobs.DECISION, TrainerJobs.PACKED_TEXT, TrainerJobs.FULL);
        List<String> names = List.of("decision", "packed", "full");
        List<Callable<List<String>>> tasks = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            int job = i;
            int kills = (POINTS + jobs.size() - 1 - i) / jobs.size();
            tasks.add(
                    () ->
                            drill(
                                    names.get(job),
                                    jobs.get(job),
                                    kills,
                                    new SplittableRandom(SEED + job)));
        }
        List<String> killed = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
            for (Future<List<String>> done : executor.invokeAll(tasks)) {
                killed.addAll(done.get());
            }
        }
        System.out.println(String.join("\n", killed));
        assertThat(killed).hasSize(POINTS);
        assertThat(killed).anyMatch(where -> where.contains("checkpoint write"));
    }

    private List<String> drill(String name, String job, int kills, SplittableRandom random)
            throws Exception {
        TestRun whole = TestRun.of(folder.resolve(name + "-whole"), job);
        whole.attempt(0);
        int steps = whole.events(Event.Started.class).getFirst().totalSteps();

        List<String> killed = new ArrayList<>();
        int runs = 0;
        while (killed.size() < kills) {
            TestRun torn = TestRun.of(folder.resolve(name + "-torn-" + ++runs), job);
            boolean done = false;
            while (killed.size() < kills && !done) {
                Optional<String> where = killOnce(torn, steps, kills - killed.size(), random);
                where.ifPresent(place -> killed.add(name + ": " + place));
                done = where.isEmpty(); // it was faster than the kill
            }
            if (!done) {
                torn.attempt(0);
            }
            assertThat(torn.deliverables()).as(name).isEqualTo(whole.deliverables());
            assertThat(torn.result().metrics()).as(name).isEqualTo(whole.result().metrics());
            assertThat(torn.events(Event.Resumed.class))
                    .as(name)
                    .allMatch(Event.Resumed::bitIdentical);
            assertThat(torn.folder().events().read().skipped()).as(name).isEmpty();
        }
        return killed;
    }

    /** One attempt and its end; says where it was killed, or nothing when it was done before. */
    private Optional<String> killOnce(TestRun run, int steps, int left, SplittableRandom random)
            throws Exception {
        RunFolder before = run.folder();
        int from = before.checkpoints().latestIntact().checkpoint().map(c -> c.step()).orElse(0);
        long size = Files.exists(before.events().file()) ? Files.size(before.events().file()) : 0;
        TrainerProcess trainer = run.start();
        String where;
        // The steps that are left are shared out, so that the last kill still finds some to do.
        int reach = Math.max(1, 2 * (steps - from) / (left + 1));
        switch (random.nextInt(5)) {
            case 0 -> {
                trainer.waitUntil(() -> unfinishedCheckpoint(run.output()));
                where = "in a checkpoint write, after step ";
            }
            case 1 -> {
                trainer.waitUntil(() -> Files.exists(run.output().resolve("claims")));
                TimeUnit.MILLISECONDS.sleep(random.nextInt(900));
                where = "while it loads or starts, after step ";
            }
            default -> {
                int wanted = from + 1 + random.nextInt(reach);
                var tail = before.events().tail(size);
                int[] seen = {from};
                trainer.waitUntil(
                        () -> {
                            for (Event event : tail.poll().events()) {
                                if (event instanceof Event.Step step) {
                                    seen[0] = step.step();
                                }
                            }
                            return seen[0] >= Math.min(wanted, steps);
                        });
                TimeUnit.NANOSECONDS.sleep(random.nextInt(8_000_000));
                where = "at any moment, after step ";
            }
        }
        boolean alive = trainer.alive();
        trainer.kill();
        if (!alive || run.folder().result().isPresent()) {
            assertThat(run.folder().result()).as(trainer.said()).isPresent();
            return Optional.empty();
        }
        List<Event.Step> taken = run.events(Event.Step.class);
        return Optional.of(where + (taken.isEmpty() ? 0 : taken.getLast().step()));
    }

    private static boolean unfinishedCheckpoint(Path output) {
        if (!Files.isDirectory(output)) {
            return false;
        }
        try (Stream<Path> children = Files.list(output)) {
            return children.anyMatch(
                    path -> path.getFileName().toString().startsWith(".tmp-checkpoint"));
        } catch (IOException | java.io.UncheckedIOException e) {
            return false; // renamed while it was listed
        }
    }
}
