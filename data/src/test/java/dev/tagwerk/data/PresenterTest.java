package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PresenterTest {
    private static DecisionRow row(QuestionKind kind, int line, int options, int label) {
        List<Option> all =
                kind == QuestionKind.NOUL
                        ? Option.noulDefaults()
                        : IntStream.range(0, options)
                                .mapToObj(i -> new Option(String.valueOf(i), "level " + i))
                                .toList();
        return new DecisionRow(
                line,
                kind,
                "s",
                "first",
                all,
                label,
                Optional.empty(),
                1,
                List.of("second", "third"));
    }

    @Property
    void labelFollowsItsOption(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 10) int options,
            @ForAll @IntRange(min = 0, max = 9) int label,
            @ForAll @IntRange(min = 0, max = 50) int epoch) {
        for (QuestionKind kind : QuestionKind.values()) {
            int size = kind == QuestionKind.NOUL ? 2 : options;
            DecisionRow row = row(kind, 3, size, label % size);
            Presentation shown = new Presenter(seed, true, 0.5).present(row, epoch);
            assertThat(shown.options(row)).containsExactlyInAnyOrderElementsOf(row.options());
            assertThat(shown.options(row).get(shown.label()))
                    .isEqualTo(row.options().get(row.label()));
            double[] values = IntStream.range(0, size).mapToDouble(i -> i).toArray();
            assertThat(shown.canonical(shown.shown(values))).isEqualTo(values);
            assertThat(shown.shown(values)[shown.label()]).isEqualTo(row.label());
        }
    }

    @Property
    void drawsAreAFunctionOfSeedEpochAndLine(
            @ForAll long seed, @ForAll @IntRange(min = 0) int epoch) {
        DecisionRow row = row(QuestionKind.CHOICE, 9, 8, 2);
        assertThat(new Presenter(seed, true, 0.5).present(row, epoch))
                .isEqualTo(new Presenter(seed, true, 0.5).present(row, epoch));
    }

    @Test
    void epochsLinesAndSeedsDrawDifferently() {
        Set<List<Integer>> orders = new HashSet<>();
        Set<String> phrasings = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            Presentation byEpoch =
                    new Presenter(1, true, 0.5).present(row(QuestionKind.CHOICE, 1, 10, 0), i);
            orders.add(byEpoch.order());
            phrasings.add(byEpoch.instructions());
            orders.add(
                    new Presenter(1, true, 0.5)
                            .present(row(QuestionKind.CHOICE, 100 + i, 10, 0), 0)
                            .order());
            orders.add(
                    new Presenter(50 + i, true, 0.5)
                            .present(row(QuestionKind.CHOICE, 1, 10, 0), 0)
                            .order());
        }
        assertThat(orders).hasSizeGreaterThan(57);
        assertThat(phrasings).containsExactlyInAnyOrder("first", "second", "third");
    }

    @Test
    void everyPlaceIsEquallyLikely() {
        int[] places = new int[5];
        Presenter presenter = new Presenter(11, true, 0.5);
        for (int line = 1; line <= 10_000; line++) {
            places[presenter.present(row(QuestionKind.CHOICE, line, 5, 0), 0).label()]++;
        }
        for (int count : places) {
            assertThat(count).isBetween(1_850, 2_150);
        }
    }

    @Test
    void rubricIsReversedAsOftenAsAskedAndNeverShuffled() {
        int reversed = 0;
        Presenter presenter = new Presenter(5, true, 0.25);
        for (int line = 1; line <= 10_000; line++) {
            List<Integer> order = presenter.present(row(QuestionKind.SCORE, line, 4, 0), 0).order();
            assertThat(order).isIn(List.of(0, 1, 2, 3), List.of(3, 2, 1, 0));
            reversed += order.getFirst() == 3 ? 1 : 0;
        }
        assertThat(reversed).isBetween(2_300, 2_700);
    }

    @Test
    void noulKeepsItsOrderAndChoicesDoWithoutShuffling() {
        for (int epoch = 0; epoch < 50; epoch++) {
            assertThat(
                            new Presenter(epoch, true, 1)
                                    .present(row(QuestionKind.NOUL, 1, 2, 1), epoch)
                                    .order())
                    .containsExactly(0, 1);
            assertThat(
                            new Presenter(epoch, false, 1)
                                    .present(row(QuestionKind.CHOICE, 1, 3, 1), epoch)
                                    .order())
                    .containsExactly(0, 1, 2);
        }
    }

    @Test
    void drawsStayTheSameInEveryVersion() {
        // pinned: a checkpoint made by one version must be continued by the next
        assertThat(
                        new Presenter(42, true, 0.5)
                                .present(row(QuestionKind.CHOICE, 1, 6, 0), 0)
                                .order())
                .containsExactly(4, 1, 2, 0, 3, 5);
    }

    @Test
    void refusesWhatIsNoPermutation() {
        assertThatThrownBy(() -> new Presentation("x", List.of(0, 0), 0))
                .hasMessageContaining("no permutation");
        assertThatThrownBy(() -> new Presenter(1, true, 1.5)).hasMessageContaining("0 to 1");
    }
}
