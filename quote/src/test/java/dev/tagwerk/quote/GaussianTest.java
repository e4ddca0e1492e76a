package dev.tagwerk.quote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GaussianTest {
    @Test
    void anObservationOfOneNumberIsTheWeightedMean() {
        Gaussian belief = new Gaussian(new double[] {1, 5}, new double[] {2, 1});
        belief.observe(new double[] {1, 0}, 3, 4); // as sure as the prior: half way
        assertThat(belief.mean(0)).isCloseTo(2, within(1e-12));
        assertThat(belief.variance(new double[] {1, 0})).isCloseTo(2, within(1e-12));
        assertThat(belief.mean(1)).isEqualTo(5);
    }

    @Test
    void manyExactObservationsAreLeastSquares() {
        Gaussian line = new Gaussian(new double[] {0, 0}, new double[] {1e3, 1e3});
        for (int x = 0; x < 10; x++) {
            line.observe(new double[] {1, x}, 3 + 2.0 * x, 1e-6);
        }
        assertThat(line.mean(0)).isCloseTo(3, within(1e-5));
        assertThat(line.mean(1)).isCloseTo(2, within(1e-5));
        assertThat(line.variance(new double[] {1, 4.5})).isLessThan(1e-6);
    }

    @Test
    void theOrderOfObservationsDoesNotMatter() {
        Gaussian one = new Gaussian(new double[] {0, 0}, new double[] {1, 2});
        Gaussian other = new Gaussian(new double[] {0, 0}, new double[] {1, 2});
        one.observe(new double[] {1, 1}, 3, 0.5);
        one.observe(new double[] {1, -1}, 1, 0.25);
        other.observe(new double[] {1, -1}, 1, 0.25);
        other.observe(new double[] {1, 1}, 3, 0.5);
        assertThat(one.mean(0)).isCloseTo(other.mean(0), within(1e-12));
        assertThat(one.mean(1)).isCloseTo(other.mean(1), within(1e-12));
    }
}
