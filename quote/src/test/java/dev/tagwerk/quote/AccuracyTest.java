package dev.tagwerk.quote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tagwerk.runfolder.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AccuracyTest {
    private static List<Measured> runs(int count, double noise) {
        Random random = new Random(3);
        List<Measured> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Work work =
                    new Work(
                            Math.exp(30 + 4 * random.nextDouble()),
                            0,
                            Math.exp(26 + 3 * random.nextDouble()),
                            Math.exp(13 + 2 * random.nextDouble()));
            double seconds =
                    work.products() / (1.6 * Fixtures.HERE.flops())
                            + work.bytes() / (0.7 * Fixtures.HERE.bandwidth())
                            + work.launches() * Fixtures.HERE.launch();
            runs.add(
                    Fixtures.run(
                            "shape" + i,
                            20 + i,
                            work,
                            seconds * Math.exp(noise * random.nextGaussian())));
        }
        return runs;
    }

    @Test
    void rangesHoldWhatTheyPromise() {
        Accuracy accuracy = Accuracy.of(runs(60, 0.08));
        assertThat(accuracy.trials()).hasSize(60);
        assertThat(accuracy.medianError()).isLessThan(0.12);
        assertThat(accuracy.coverage().middle()).isBetween(0.7, 0.97);
        assertThat(accuracy.coverage().low()).isLessThan(accuracy.coverage().middle());
    }

    @Test
    void noisierRunsHaveWiderRanges() {
        assertThat(width(runs(40, 0.25))).isGreaterThan(width(runs(40, 0.02)));
    }

    private static double width(List<Measured> runs) {
        return Accuracy.of(runs).trials().stream()
                .mapToDouble(trial -> trial.seconds().high() / trial.seconds().low())
                .average()
                .orElseThrow();
    }

    @Test
    void oneShapeAloneIsNoTrial() {
        assertThat(Accuracy.of(runs(1, 0)).trials()).isEmpty();
        assertThat(Accuracy.of(List.of()).medianError()).isNaN();
    }

    @Test
    void theIntervalOfTheShareIsWilsons() {
        // eight of ten: 0.490 to 0.943
        List<Accuracy.Trial> trials = new ArrayList<>();
        Measured run = runs(1, 0).getFirst();
        for (int i = 0; i < 10; i++) {
            trials.add(new Accuracy.Trial(run, new Range<>(1.0, 2.0, 3.0), i < 8 ? 2 : 9));
        }
        Range<Double> coverage = new Accuracy(trials).coverage();
        assertThat(coverage.low()).isCloseTo(0.490, within(0.001));
        assertThat(coverage.high()).isCloseTo(0.943, within(0.001));
        assertThat(new Accuracy(trials).covered()).isEqualTo(8);
    }
}
