package dev.tagwerk.kniffel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DiceTest {
    @Test
    void thereAre462MultisetsAndThe252RollsComeLast() {
        Set<List<Integer>> distinct = new HashSet<>();
        for (int index = 0; index < DiceTable.KEEPS; index++) {
            Dice dice = new Dice(index);
            distinct.add(dice.faces());
            assertThat(dice.size() == 5).isEqualTo(index >= DiceTable.FIRST_ROLL);
            assertThat(Dice.of(dice.faces().stream().mapToInt(Integer::intValue).toArray()))
                    .isEqualTo(dice);
        }
        assertThat(distinct).hasSize(462);
        assertThat(DiceTable.ROLLS).isEqualTo(252);
    }

    @Test
    void orderOfFacesDoesNotMatter() {
        assertThat(Dice.of(6, 1, 3, 1, 2)).isEqualTo(Dice.of(1, 1, 2, 3, 6));
        assertThat(Dice.of(6, 1, 3)).hasToString("1 3 6");
        assertThat(Dice.none()).hasToString("");
    }

    @Test
    void withinCountsEachFace() {
        assertThat(Dice.of(3, 3).within(Dice.of(1, 3, 3, 4, 6))).isTrue();
        assertThat(Dice.of(3, 3, 3).within(Dice.of(1, 3, 3, 4, 6))).isFalse();
        assertThat(Dice.none().within(Dice.of(1, 3, 3, 4, 6))).isTrue();
    }

    @Test
    void impossibleDiceAreRefused() {
        assertThatThrownBy(() -> Dice.of(0)).hasMessageContaining("1 to 6, not 0");
        assertThatThrownBy(() -> Dice.of(7)).hasMessageContaining("1 to 6, not 7");
        assertThatThrownBy(() -> Dice.of(1, 1, 1, 1, 1, 1)).hasMessageContaining("at most five");
        assertThatThrownBy(() -> new Dice(462)).hasMessageContaining("index");
        assertThatThrownBy(() -> Dice.of(1, 1, 1, 1, 1).plus(2)).hasMessageContaining("at most");
    }

    @Test
    void expectationsAreThoseOfFairDice() {
        double[] sums = new double[DiceTable.KEEPS];
        double[] kniffels = new double[DiceTable.KEEPS];
        for (int roll = DiceTable.FIRST_ROLL; roll < DiceTable.KEEPS; roll++) {
            sums[roll] = Box.CHANCE.points(new Dice(roll));
            kniffels[roll] = Box.KNIFFEL.points(new Dice(roll)) / 50.0;
        }
        DiceTable.expectations(sums);
        DiceTable.expectations(kniffels);
        assertThat(sums[0]).isCloseTo(17.5, within(1e-12));
        assertThat(sums[Dice.of(6, 6).index()]).isCloseTo(22.5, within(1e-12));
        assertThat(kniffels[0]).isCloseTo(6 / 7776.0, within(1e-15));
        assertThat(kniffels[Dice.of(4, 4, 4).index()]).isCloseTo(1 / 36.0, within(1e-15));
    }

    @Test
    void bestWithinLooksAtEveryKeep() {
        double[] values = new double[DiceTable.KEEPS];
        double[] best = new double[DiceTable.KEEPS];
        Arrays.setAll(values, index -> (index * 7919L + 13) % 462);
        DiceTable.bestWithin(values, best);
        for (int roll = DiceTable.FIRST_ROLL; roll < DiceTable.KEEPS; roll++) {
            double expected = 0;
            for (int keep = 0; keep < DiceTable.KEEPS; keep++) {
                if (new Dice(keep).within(new Dice(roll))) {
                    expected = Math.max(expected, values[keep]);
                }
            }
            assertThat(best[roll]).isEqualTo(expected);
        }
    }
}
