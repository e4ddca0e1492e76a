package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TargetsTest {
    @Test
    void withoutAnOrderTheLabelTakesAll() {
        assertThat(Targets.label(false, 1, 3, 0.3)).containsExactly(0, 1, 0);
    }

    @Test
    void aScaleGivesHalfOfTheSmoothingToEachNeighbour() {
        assertThat(Targets.label(true, 2, 5, 0.2)).containsExactly(0, 0.1f, 0.8f, 0.1f, 0);
    }

    @Test
    void atAnEndTheOnlyNeighbourTakesAllOfIt() {
        assertThat(Targets.label(true, 0, 3, 0.2)).containsExactly(0.8f, 0.2f, 0);
        assertThat(Targets.label(true, 2, 3, 0.2)).containsExactly(0, 0.2f, 0.8f);
        assertThat(Targets.label(true, 0, 2, 0.2)).containsExactly(0.8f, 0.2f);
    }

    @Property
    void theWeightsAddUpToOneAndTheLabelStaysLargest(
            @ForAll boolean ordered,
            @ForAll @IntRange(min = 1, max = 10) int options,
            @ForAll @IntRange(max = 9) int label,
            @ForAll @DoubleRange(min = 0, max = 0.49) double smoothing) {
        Assume.that(label < options);
        float[] target = Targets.label(ordered, label, options, smoothing);
        double sum = 0;
        for (float weight : target) {
            sum += weight;
            assertThat(weight).isBetween(0f, target[label]);
        }
        assertThat(sum).isCloseTo(1, within(1e-6));
    }
}
