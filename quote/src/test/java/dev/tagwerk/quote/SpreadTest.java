package dev.tagwerk.quote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void eightOfTenCasesLieBetweenTheEnds() {
        Spread spread = Spread.between(100, 400);
        assertThat(spread.at(Level.P10)).isCloseTo(100, within(1e-9));
        assertThat(spread.at(Level.P50)).isCloseTo(200, within(1e-9));
        assertThat(spread.at(Level.P90)).isCloseTo(400, within(1e-9));
    }

    @Test
    void whatIsExactHasNoRange() {
        assertThat(Spread.exactly(7).at(Level.P10)).isEqualTo(7);
        assertThat(Spread.exactly(7).at(Level.P90)).isEqualTo(7);
    }

    @Test
    void independentFactorsAddTheirVariances() {
        Spread product = new Spread(2, 0.3).times(new Spread(5, 0.4));
        assertThat(product.median()).isEqualTo(10);
        assertThat(product.sigma()).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> new Spread(-1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Spread(1, Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Spread.between(0, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
