package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SharesTest {
    @Property
    void everyItemIsInOneShareAndNoShareIsEmpty(
            @ForAll @Size(min = 1, max = 200) List<@IntRange(min = 1, max = 2000) Integer> lengths,
            @ForAll @IntRange(min = 1, max = 16) int workers,
            @ForAll @IntRange(min = 0, max = 4096) int tokensAtOnce) {
        List<List<Integer>> shares = Shares.of(lengths, workers, tokensAtOnce);
        List<Integer> all = new ArrayList<>();
        shares.forEach(all::addAll);
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, lengths.size()).boxed().toList());
        assertThat(shares).allSatisfy(share -> assertThat(share).isNotEmpty());
        if (tokensAtOnce == 0) {
            assertThat(shares).hasSize(Math.min(workers, lengths.size()));
        }
        assertThat(Shares.of(lengths, workers, tokensAtOnce)).isEqualTo(shares);
    }

    @Property
    void loadsDifferByNoMoreThanTheLongestItem(
            @ForAll @Size(min = 2, max = 100) List<@IntRange(min = 1, max = 500) Integer> lengths,
            @ForAll @IntRange(min = 1, max = 8) int workers) {
        List<Integer> loads =
                Shares.of(lengths, workers, 0).stream()
                        .map(share -> share.stream().mapToInt(lengths::get).sum())
                        .toList();
        int longest = lengths.stream().mapToInt(Integer::intValue).max().orElseThrow();
        int most = loads.stream().mapToInt(Integer::intValue).max().orElseThrow();
        int least = loads.stream().mapToInt(Integer::intValue).min().orElseThrow();
        assertThat(most - least).isLessThanOrEqualTo(longest);
    }

    @Test
    void equalLengthsAreNeighbours() {
        List<Integer> lengths = List.of(3, 9, 3, 9, 3, 9);
        assertThat(Shares.of(lengths, 1, 0)).containsExactly(List.of(1, 3, 5, 0, 2, 4));
    }

    @Test
    void manyTokensMakeMoreSharesThanWorkers() {
        assertThat(Shares.of(List.of(1000, 1000, 1000, 1000), 2, 1000)).hasSize(4);
    }
}
