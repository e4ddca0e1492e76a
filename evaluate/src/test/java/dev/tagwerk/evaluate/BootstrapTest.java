package dev.tagwerk.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BootstrapTest {
    @Test
    void quantilesAreNumpys() {
        JsonNode reference = MetricsTest.reference().path("quantiles");
        double[] sample = MetricsTest.numbers(reference.path("sample"));
        double[] at = MetricsTest.numbers(reference.path("at"));
        double[] values = MetricsTest.numbers(reference.path("values"));
        for (int i = 0; i < at.length; i++) {
            assertThat(Bootstrap.quantile(sample, at[i])).isCloseTo(values[i], within(1e-12));
        }
    }

    @Test
    void theSameSeedGivesTheSameIntervalAndAnotherSeedAnother() {
        double[] values = noise(200, 1);
        Estimate first = new Bootstrap(200, 500, 7).mean(values);
        assertThat(new Bootstrap(200, 500, 7).mean(values)).isEqualTo(first);
        assertThat(new Bootstrap(200, 500, 8).mean(values)).isNotEqualTo(first);
        assertThat(first.value()).isCloseTo(average(values), within(1e-12));
        assertThat(first.low()).isLessThan(first.value());
        assertThat(first.high()).isGreaterThan(first.value());
    }

    @Test
    void intervalsAreAsWideAsTheStandardErrorSays() {
        double[] values = noise(400, 3);
        Estimate estimate = new Bootstrap(400, 4000, 1).mean(values);
        double mean = average(values);
        double variance = 0;
        for (double value : values) {
            variance += (value - mean) * (value - mean) / values.length;
        }
        double width = 2 * 1.96 * Math.sqrt(variance / values.length);
        assertThat(estimate.high() - estimate.low()).isCloseTo(width, within(0.08 * width));
    }

    @Test
    void pairingByRowRemovesTheLuckOfTheRows() {
        double[] hardness = noise(300, 5);
        double[] better = IntStream.range(0, 300).mapToDouble(i -> hardness[i] + 0.05).toArray();
        Bootstrap bootstrap = new Bootstrap(300, 1000, 2);
        Estimate difference =
                bootstrap.of(
                        drawn -> {
                            double sum = 0;
                            for (int row : drawn) {
                                sum += better[row] - hardness[row];
                            }
                            return sum / drawn.length;
                        });
        assertThat(difference.low()).isCloseTo(0.05, within(1e-9));
        assertThat(difference.excludesZero()).isTrue();
        assertThat(bootstrap.mean(better).low()).isLessThan(bootstrap.mean(hardness).high());
    }

    @Test
    void resamplesWithoutARowThatCountsAreLeftOut() {
        double[] known = {Double.NaN, Double.NaN, 3};
        Estimate estimate =
                new Bootstrap(3, 200, 1)
                        .of(
                                drawn -> {
                                    double sum = 0;
                                    int count = 0;
                                    for (int row : drawn) {
                                        if (!Double.isNaN(known[row])) {
                                            sum += known[row];
                                            count++;
                                        }
                                    }
                                    return count == 0 ? Double.NaN : sum / count;
                                });
        assertThat(estimate).isEqualTo(new Estimate(3, 3, 3));
    }

    @Test
    void refusesNothingToDrawFrom() {
        assertThatThrownBy(() -> new Bootstrap(0, 100, 1)).isInstanceOf(EvaluateException.class);
        assertThatThrownBy(() -> new Bootstrap(5, 100, 1).mean(new double[4]))
                .hasMessageContaining("4 values for 5 rows");
    }

    private static double average(double[] values) {
        return java.util.Arrays.stream(values).average().orElseThrow();
    }

    private static double[] noise(int count, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, count).mapToDouble(i -> random.nextGaussian()).toArray();
    }
}
