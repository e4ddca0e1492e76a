package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks as threads of one process: gloo's sockets between them are the same as between many. */
class RankGroupTest {
    private static final int WORKERS = 2;
    private static final int VALUES = 1009;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir Path folder;

    /** Three ranks: with two, every order of additions gives the same bits. */
    @Test
    void gradientsAreSummedInTheOrderOfTheRanksWhateverTheTiming() throws Exception {
        int ranks = 3;
        float[] wanted = inOrder(ranks);
        for (long delays = 0; delays < 3; delays++) {
            for (float[] summed : summed(ranks, 256, delays)) {
                assertThat(summed).containsExactly(wanted); // bit by bit
            }
        }
        assertThat(backwards(ranks)).isNotEqualTo(wanted);
    }

    @Test
    void onePieceHoldsTheSameAsMany() throws Exception {
        assertThat(summed(2, 7, 0).getFirst()).containsExactly(summed(2, VALUES, 0).getLast());
    }

    @Test
    void aRankThatGoesIsMissed() throws Exception {
        Callable<Boolean> goes = () -> met("gone", "token", 1, group -> true);
        Callable<Boolean> stays =
                () -> {
                    assertThatThrownBy(() -> met("gone", "token", 0, this::summing))
                            .isInstanceOf(RankLostException.class)
                            .hasMessageContaining("summed over 2 ranks");
                    return true;
                };
        assertThat(together(List.of(stays, goes))).containsExactly(true, true);
    }

    private boolean summing(RankGroup group) {
        try (Parameters parameters = parameters()) {
            group.sumGradients(parameters);
            return true;
        }
    }

    private boolean met(String file, String token, int rank, Predicate<RankGroup> then) {
        var meeting = new RankGroup.Meeting(folder.resolve(file), token, rank, 2, PATIENCE);
        try (Parameters parameters = parameters();
                RankGroup group = RankGroup.join(meeting, placement(), parameters)) {
            return then.test(group);
        }
    }

    @Test
    void aRankThatDoesNotComeIsMissedInTime() {
        try (Parameters parameters = parameters()) {
            assertThatThrownBy(
                            () ->
                                    RankGroup.join(
                                            meeting("alone", 0, 2, Duration.ofMillis(500)),
                                            placement(),
                                            parameters))
                    .isInstanceOf(RankLostException.class)
                    .hasMessageContaining("not all 2 ranks came");
        }
    }

    @Test
    void anEarlierAttemptsRanksAreNotMet() throws Exception {
        Callable<Boolean> zero = () -> met("stale", "first", 0, earlier -> again(0));
        Callable<Boolean> one = () -> met("stale", "first", 1, earlier -> again(1));
        assertThat(together(List.of(zero, one))).containsExactly(true, true);
    }

    private boolean again(int rank) {
        return met("stale", "second", rank, this::summing);
    }

    @Test
    void aChecksumNoticesOneBit() {
        try (Parameters one = parameters();
                Parameters other = parameters();
                PointerScope scope = new PointerScope()) {
            assertThat(one.checksum()).isEqualTo(other.checksum());
            float[] values = Tensors.toFloats(other.secondMoment());
            values[VALUES - 1] = Float.MIN_VALUE;
            other.secondMoment().copy_(Tensors.floats(placement(), values, values.length));
            assertThat(one.checksum()).isNotEqualTo(other.checksum());
        }
    }

    private List<float[]> summed(int ranks, int atOnce, long delays) throws Exception {
        String name = "run-" + ranks + "-" + atOnce + "-" + delays;
        List<Callable<float[]>> tasks = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            int own = rank;
            long delay = new SplittableRandom(delays * 31 + own).nextInt(40);
            tasks.add(() -> summed(meeting(name, own, ranks, PATIENCE), atOnce, delay));
        }
        return together(tasks);
    }

    private static float[] summed(RankGroup.Meeting meeting, int atOnce, long delay)
            throws InterruptedException {
        try (Parameters parameters = parameters();
                RankGroup group = RankGroup.join(meeting, placement(), atOnce);
                PointerScope scope = new PointerScope()) {
            float[] last = {};
            for (int round = 0; round < 3; round++) {
                parameters.clearGradients();
                for (int worker = 0; worker < WORKERS; worker++) {
                    float[] gradient = gradient(meeting.rank(), worker);
                    parameters
                            .gradient(worker, "a")
                            .copy_(Tensors.floats(placement(), gradient, VALUES));
                }
                Thread.sleep(delay);
                group.sumGradients(parameters);
                last = Tensors.toFloats(parameters.reducedGradient());
            }
            return last;
        }
    }

    private RankGroup.Meeting meeting(String name, int rank, int ranks, Duration limit) {
        return new RankGroup.Meeting(folder.resolve(name), "token", rank, ranks, limit);
    }

    private static Parameters parameters() {
        return new Parameters(
                List.of(
                        new Parameter(
                                "a",
                                new long[] {VALUES},
                                ParameterGroup.ADAPTER,
                                new Parameter.Initial.Uniform(1))),
                placement(),
                1);
    }

    private static Placement placement() {
        return new Placement(false, Precision.FP32, Precision.FP32, WORKERS);
    }

    private static float[] gradient(int rank, int worker) {
        SplittableRandom random = new SplittableRandom(100 * rank + worker);
        float[] drawn = new float[VALUES];
        for (int i = 0; i < VALUES; i++) {
            drawn[i] = (float) random.nextGaussian(0, Math.pow(10, random.nextInt(4)));
        }
        return drawn;
    }

    private static float[] ofRank(int rank) {
        float[] sum = gradient(rank, 0);
        float[] second = gradient(rank, 1);
        for (int i = 0; i < VALUES; i++) {
            sum[i] += second[i];
        }
        return sum;
    }

    private static float[] inOrder(int ranks) {
        float[] sum = ofRank(0);
        for (int rank = 1; rank < ranks; rank++) {
            add(sum, ofRank(rank));
        }
        return sum;
    }

    private static float[] backwards(int ranks) {
        float[] sum = ofRank(ranks - 1);
        for (int rank = ranks - 2; rank >= 0; rank--) {
            add(sum, ofRank(rank));
        }
        return sum;
    }

    private static void add(float[] sum, float[] other) {
        for (int i = 0; i < VALUES; i++) {
            sum[i] += other[i];
        }
    }

    private static <T> List<T> together(List<Callable<T>> tasks) throws Exception {
        List<T> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(tasks.size())) {
            for (Future<T> done : threads.invokeAll(tasks)) {
                results.add(done.get());
            }
        }
        return results;
    }
}
