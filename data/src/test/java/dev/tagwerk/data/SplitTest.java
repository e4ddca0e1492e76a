package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SplitTest {
    private static List<TextRow> texts(int count, int distinct) {
        return IntStream.range(0, count)
                .mapToObj(i -> new TextRow(i + 1, "text " + i % distinct))
                .toList();
    }

    @Property
    void nothingIsLostAndNothingLeaks(
            @ForAll @IntRange(min = 20, max = 200) int count,
            @ForAll @IntRange(min = 10, max = 50) int distinct,
            @ForAll @DoubleRange(min = 0.1, max = 0.9) double fraction,
            @ForAll long seed) {
        List<TextRow> rows = texts(count, distinct);
        Split<TextRow> split = splitOrNone(rows, fraction, seed);
        List<TextRow> both = new ArrayList<>(split.train());
        both.addAll(split.validation());
        assertThat(both).containsExactlyInAnyOrderElementsOf(rows);
        Set<String> seen = split.train().stream().map(TextRow::text).collect(Collectors.toSet());
        assertThat(split.validation()).noneMatch(row -> seen.contains(row.text()));
        assertThat(split).isEqualTo(splitOrNone(rows, fraction, seed));
    }

    private static Split<TextRow> splitOrNone(List<TextRow> rows, double fraction, long seed) {
        try {
            return Split.of(rows, fraction, seed);
        } catch (DataException e) {
            return new Split<>(rows, List.of());
        }
    }

    @Test
    void holdsOutTheFractionAskedFor() {
        assertThat(Split.of(texts(1_000, 1_000), 0.1, 3).validation()).hasSize(100);
        assertThat(Split.of(texts(3, 3), 0.01, 3).validation()).hasSize(1);
        assertThat(Split.of(texts(3, 3), 0.99, 3).train()).hasSize(1);
        assertThat(Split.of(texts(3, 3), 0, 3).validation()).isEmpty();
    }

    @Test
    void questionsAboutOneStateStayTogether() {
        List<DecisionRow> rows = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            rows.add(Fixtures.choice(i + 1, "state " + i / 2, i % 2, "a", "b", "c" + i));
        }
        Split<DecisionRow> split = Split.of(rows, 0.2, 1);
        Set<String> states =
                split.train().stream().map(DecisionRow::state).collect(Collectors.toSet());
        assertThat(split.validation()).hasSize(40).noneMatch(row -> states.contains(row.state()));
    }

    @Test
    void oneStateForAllRowsIsSplitByInput() {
        List<DecisionRow> rows = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            rows.add(Fixtures.choice(i + 1, "the same", 0, "a", "b" + i));
        }
        assertThat(Split.of(rows, 0.1, 1).validation()).hasSize(5);
    }

    @Test
    void completionsWithoutAPromptAreSplitByThemselves() {
        List<PromptCompletionRow> rows = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            rows.add(new PromptCompletionRow(i + 1, "", "said " + i / 2));
        }
        Split<PromptCompletionRow> split = Split.of(rows, 0.2, 1);
        Set<String> seen =
                split.train().stream()
                        .map(PromptCompletionRow::completion)
                        .collect(Collectors.toSet());
        assertThat(split.validation())
                .hasSize(10)
                .noneMatch(row -> seen.contains(row.completion()));
    }

    @Test
    void choiceDependsOnContentNotOnOrder() {
        List<TextRow> rows = texts(100, 100);
        List<TextRow> shuffled = new ArrayList<>(rows);
        Collections.shuffle(shuffled, new Random(1));
        assertThat(new HashSet<>(Split.of(shuffled, 0.3, 9).validation()))
                .isEqualTo(new HashSet<>(Split.of(rows, 0.3, 9).validation()));
        assertThat(Split.of(rows, 0.3, 10).validation())
                .isNotEqualTo(Split.of(rows, 0.3, 9).validation());
    }

    @Test
    void refusesWhatCannotBeSplit() {
        assertThatThrownBy(() -> Split.of(texts(10, 1), 0.5, 1))
                .hasMessageContaining("too many are equal");
        assertThatThrownBy(() -> Split.of(texts(1, 1), 0.5, 1)).hasMessageContaining("1 row");
        assertThatThrownBy(() -> Split.of(texts(9, 9), 1, 1)).hasMessageContaining("below 1");
        assertThatThrownBy(() -> Split.of(texts(9, 9), Double.NaN, 1))
                .hasMessageContaining("below 1");
    }
}
