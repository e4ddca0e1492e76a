package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BatchOrderTest {
    @Property
    void everyRowComesOnceAnEpochInFullSteps(
            @ForAll @Size(min = 1, max = 300) List<@IntRange(min = 1, max = 500) Integer> lengths,
            @ForAll @IntRange(min = 1, max = 40) int perStep,
            @ForAll boolean grouped,
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 3) int epoch) {
        BatchOrder order = new BatchOrder(lengths, perStep, grouped, seed);
        List<List<Integer>> steps = order.epoch(epoch);
        assertThat(steps).hasSize(order.stepsPerEpoch());
        List<Integer> rows = new ArrayList<>();
        steps.forEach(rows::addAll);
        assertThat(rows)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, lengths.size()).boxed().toList());
        assertThat(steps.subList(0, steps.size() - 1))
                .allSatisfy(step -> assertThat(step).hasSize(perStep));
    }

    @Property
    void itIsAFunctionOfSeedAndEpoch(@ForAll long seed, @ForAll boolean grouped) {
        List<Integer> lengths = IntStream.range(0, 64).map(i -> 1 + i * 7 % 13).boxed().toList();
        List<List<Integer>> first = new BatchOrder(lengths, 4, grouped, seed).epoch(1);
        assertThat(new BatchOrder(lengths, 4, grouped, seed).epoch(1)).isEqualTo(first);
        assertThat(new BatchOrder(lengths, 4, grouped, seed).epoch(2)).isNotEqualTo(first);
        assertThat(new BatchOrder(lengths, 4, grouped, seed + 1).epoch(1)).isNotEqualTo(first);
    }

    @Test
    void groupingByLengthPutsLikeLengthsTogetherAndKeepsTheOrderOfStepsRandom() {
        List<Integer> lengths = IntStream.range(0, 400).map(i -> 1 + i * 37 % 400).boxed().toList();
        List<List<Integer>> steps = new BatchOrder(lengths, 8, true, 3).epoch(0);
        List<Integer> longest = new ArrayList<>();
        for (List<Integer> step : steps) {
            List<Integer> inStep = step.stream().map(lengths::get).sorted().toList();
            assertThat(inStep.getLast() - inStep.getFirst()).isLessThan(8);
            longest.add(inStep.getLast());
        }
        assertThat(longest).isNotEqualTo(longest.stream().sorted().toList());
        assertThat(longest).isNotEqualTo(longest.stream().sorted().toList().reversed());
    }

    @Test
    void aShortLastStepStaysLast() {
        List<Integer> lengths = IntStream.range(0, 21).map(i -> 1 + i % 5).boxed().toList();
        Set<Integer> rest = new HashSet<>();
        for (int epoch = 0; epoch < 20; epoch++) {
            List<Integer> last = new BatchOrder(lengths, 4, true, 9).epoch(epoch).getLast();
            assertThat(last).hasSize(1);
            rest.addAll(last);
        }
        assertThat(rest).as("not always the same row is left over").hasSizeGreaterThan(1);
    }
}
