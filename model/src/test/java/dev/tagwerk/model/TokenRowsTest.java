package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenRowsTest {
    private static final List<int[]> ROWS =
            List.of(new int[] {7, 8, 9}, new int[] {1, 2, 3}, new int[] {5});

    @Test
    void rowsLieBehindOneAnotherAndCountFromZero() {
        TokenRows batch = TokenRows.all(ROWS);
        assertThat(batch.tokens()).isEqualTo(7);
        assertThat(batch.flatIds()).containsExactly(7, 8, 9, 1, 2, 3, 5);
        assertThat(batch.flatPositions()).containsExactly(0, 1, 2, 0, 1, 2, 0);
        assertThat(batch.everywhere()).isTrue();
    }

    @Test
    void neighboursOfEqualLengthAreOneRun() {
        assertThat(TokenRows.all(ROWS).runs())
                .containsExactly(new TokenRows.Run(0, 2, 3), new TokenRows.Run(6, 1, 1));
        assertThat(TokenRows.all(ROWS).runs().getFirst().tokens()).isEqualTo(6);
    }

    @Test
    void nothingToComputeIsRefused() {
        assertThatThrownBy(() -> TokenRows.all(List.of())).isInstanceOf(ModelException.class);
        assertThatThrownBy(() -> TokenRows.all(List.of(new int[0])))
                .hasMessageContaining("without a token");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 7, 3})
    void selectedPositionsAscendWithinTheBatch(long position) {
        long[] selected = {3, position};
        assertThatThrownBy(() -> new TokenRows(ROWS, selected))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining(String.valueOf(position));
    }

    @Test
    void allPositionsSelectedMeansEverywhere() {
        assertThat(new TokenRows(ROWS, new long[] {0, 1, 2, 3, 4, 5, 6}).everywhere()).isTrue();
        assertThat(new TokenRows(ROWS, new long[] {6}).everywhere()).isFalse();
    }
}
