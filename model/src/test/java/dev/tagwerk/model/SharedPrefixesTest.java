package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SharedPrefixesTest {
    private static int[] row(int common, int own, int seed) {
        int[] ids = IntStream.range(0, common + own).toArray();
        for (int i = common; i < ids.length; i++) {
            ids[i] = 1000 + seed * 500 + i;
        }
        return ids;
    }

    private static int[] last(int[] ids) {
        return new int[] {ids.length - 2, ids.length - 1};
    }

    @Test
    void aCommonBeginningLiesThereOnce() {
        List<int[]> rows = List.of(row(20, 5, 1), row(20, 7, 2), row(20, 3, 3));
        SharedPrefixes packed =
                SharedPrefixes.of(rows, rows.stream().map(SharedPrefixesTest::last).toList(), true);
        assertThat(packed.batch().tokens()).isEqualTo(20 + 5 + 7 + 3);
        assertThat(packed.batch().continued()).containsExactly(-1, 0, 0, 0);
        assertThat(packed.starts()).containsExactly(0, 5, 12);
        assertThat(packed.batch().selected()).containsExactly(23, 24, 30, 31, 33, 34);
        assertThat(packed.batch().flatPositions()[25]).isEqualTo(20);
    }

    @Test
    void whatIsSharedEndsBeforeTheFirstPositionWanted() {
        List<int[]> rows = List.of(row(40, 5, 1), row(40, 7, 2));
        SharedPrefixes packed =
                SharedPrefixes.of(rows, List.of(new int[] {30}, new int[] {18, 46}), true);
        assertThat(packed.batch().rows().getFirst()).hasSize(18);
        SharedPrefixes tooEarly =
                SharedPrefixes.of(rows, List.of(new int[] {3}, new int[] {46}), true);
        assertThat(tooEarly.batch().sharing()).isFalse();
    }

    @Test
    void equalRowsKeepATokenOfTheirOwn() {
        List<int[]> rows = List.of(row(30, 0, 1), row(30, 0, 2));
        SharedPrefixes packed =
                SharedPrefixes.of(rows, List.of(new int[] {29}, new int[] {29}), true);
        assertThat(packed.batch().tokens()).isEqualTo(31);
    }

    @Property(tries = 200)
    void everyRowCanBeReadBack(@ForAll @IntRange(min = 1, max = 12) int count, @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<int[]> rows = new ArrayList<>();
        List<int[]> selected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int[] ids = row(random.nextInt(50), 1 + random.nextInt(30), random.nextInt(3));
            rows.add(ids);
            selected.add(new int[] {random.nextInt(ids.length)});
        }
        SharedPrefixes packed = SharedPrefixes.of(rows, selected, true);
        long[] flat = packed.batch().flatIds();
        long[] positions = packed.batch().flatPositions();
        assertThat(flat.length).isLessThanOrEqualTo(rows.stream().mapToInt(r -> r.length).sum());
        for (int i = 0; i < count; i++) {
            int wanted = selected.get(i)[0];
            for (int p = wanted; p < rows.get(i).length; p++) {
                int at = (int) packed.starts()[i] + p;
                assertThat(flat[at]).isEqualTo(rows.get(i)[p]);
                assertThat(positions[at]).isEqualTo(p);
            }
            assertThat(packed.batch().selected()[i]).isEqualTo(packed.starts()[i] + wanted);
        }
    }

    @Property(tries = 200)
    void sharesHoldEveryRowOnce(
            @ForAll @IntRange(min = 1, max = 12) int count,
            @ForAll @IntRange(min = 1, max = 4) int workers,
            @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<TextInput> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int[] ids = row(random.nextInt(2) * 20, 2 + random.nextInt(9), random.nextInt(9));
            boolean[] learnt = new boolean[ids.length];
            learnt[ids.length - 1] = true;
            texts.add(new TextInput(ids, learnt));
        }
        List<List<Integer>> shares = Shares.ofTexts(texts, workers);
        assertThat(shares).hasSizeBetween(1, Math.min(workers, count));
        assertThat(shares).allSatisfy(share -> assertThat(share).isNotEmpty());
        assertThat(shares.stream().flatMap(List::stream).toList())
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, count).boxed().toList());
    }
}
