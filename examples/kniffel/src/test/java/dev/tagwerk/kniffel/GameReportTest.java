package dev.tagwerk.kniffel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class GameReportTest {
    private static double[] sample(int size, double shift, long seed) {
        SeededRandom random = new SeededRandom(seed);
        double[] sample = new double[size];
        Arrays.setAll(sample, at -> shift + 100 * random.nextDouble());
        return sample;
    }

    @Test
    void samePointsHaveNoWidth() {
        double[] same = new double[30];
        Arrays.fill(same, 200);
        assertThat(Interval.ofMean(same, 1)).isEqualTo(new Interval(200, 200, 200, 0.95));
    }

    @Test
    void aPlayerIsNoBetterThanItself() {
        double[] points = sample(100, 150, 1);
        assertThat(Interval.ofDifference(points, points, 1)).isEqualTo(new Interval(0, 0, 0, 0.95));
        assertThat(Interval.ofDifference(points, points, 1).excludesZero()).isFalse();
    }

    @Test
    void pairingTakesTheLuckOfTheDiceAway() {
        double[] weak = sample(100, 150, 1);
        double[] strong = Arrays.stream(weak).map(points -> points + 2).toArray();
        Interval paired = Interval.ofDifference(strong, weak, 1);
        assertThat(paired.mean()).isCloseTo(2, within(1e-9));
        assertThat(paired.high() - paired.low()).isLessThan(1e-9);
        assertThat(paired.excludesZero()).isTrue();
        Interval unpaired = Interval.ofDifference(strong, sample(100, 150, 2), 1);
        assertThat(unpaired.high() - unpaired.low()).isGreaterThan(5);
    }

    @Test
    void theWidthIsThatOfTheNormalApproximation() {
        Interval interval = Interval.ofMean(sample(1_000, 0, 3), 4);
        double expected = 2 * 1.96 * 100 / Math.sqrt(12) / Math.sqrt(1_000);
        assertThat(interval.high() - interval.low()).isCloseTo(expected, within(0.1 * expected));
        assertThat(interval).isEqualTo(Interval.ofMean(sample(1_000, 0, 3), 4));
        assertThat(interval).isNotEqualTo(Interval.ofMean(sample(1_000, 0, 3), 5));
    }

    /** Of 200 intervals about 190 hold the true mean. */
    @Test
    void intervalsHoldTheMeanAsOftenAsTheySay() {
        int held = 0;
        for (int trial = 0; trial < 200; trial++) {
            Interval interval = Interval.ofMean(sample(60, 0, 1_000 + trial), trial);
            held += interval.low() <= 50 && interval.high() >= 50 ? 1 : 0;
        }
        assertThat(held).isBetween(178, 199);
    }

    @Test
    void unequalNumbersCannotBePaired() {
        assertThatThrownBy(() -> Interval.ofDifference(new double[2], new double[3], 1))
                .hasMessageContaining("2 and 3");
        assertThatThrownBy(() -> Interval.ofMean(new double[0], 1)).hasMessageContaining("empty");
    }

    @Test
    void theTableComparesTheGamesThatBothPlayed() {
        PlayedGames few = new PlayedGames("model", List.of(200.0, 210.0));
        PlayedGames many = new PlayedGames("greedy", List.of(150.0, 150.0, 300.0));
        GameReport report = GameReport.of("greedy", List.of(few, many), 1);
        assertThat(report.row("model").orElseThrow().difference().mean()).isEqualTo(55);
        assertThat(report.row("model").orElseThrow().games()).isEqualTo(2);
        assertThat(report.row("greedy").orElseThrow().points().mean()).isEqualTo(200);
        assertThat(report.row("nobody")).isEmpty();
        assertThat(report.table()).contains("against greedy").contains("+55.0 [50.0, 60.0]");
        assertThatThrownBy(() -> GameReport.of("nobody", List.of(few), 1))
                .hasMessageContaining("rival nobody");
    }

    @Test
    void theHistogramHoldsEveryGameOnce() {
        PlayedGames played = new PlayedGames("model", List.of(19.0, 20.0, 39.0, 140.0));
        GameReport.Histogram histogram = GameReport.of("model", List.of(played), 1).histogram();
        assertThat(histogram.start()).isZero();
        assertThat(histogram.shares().getFirst()).startsWith(0.25, 0.5, 0.0).endsWith(0.25);
        assertThat(histogram.shares().getFirst()).hasSize(8);
        assertThat(Collections.max(histogram.shares().getFirst())).isEqualTo(0.5);
    }
}
