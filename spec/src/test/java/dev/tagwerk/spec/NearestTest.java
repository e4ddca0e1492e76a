package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
    @ParameterizedTest
    @CsvSource({
        "a, a, 0",
        "'', abc, 3",
        "rnak, rank, 1",
        "rank, rnk, 1",
        "ab, ba, 1",
        "kitten, sitting, 3",
        "ca, abc, 3"
    })
    void distanceCountsSwapsAsOne(String a, String b, int distance) {
        assertThat(Nearest.distance(a, b)).isEqualTo(distance);
        assertThat(Nearest.distance(b, a)).isEqualTo(distance);
    }

    @Test
    void spellingsOfOtherLanguagesCountAsNoDifference() {
        List<String> keys = List.of("batch_size", "max_length", "seed");
        assertThat(Nearest.to("batchSize", keys)).contains("batch_size");
        assertThat(Nearest.to("batch-size", keys)).contains("batch_size");
        assertThat(Nearest.to("BATCH_SIZE", keys)).contains("batch_size");
        assertThat(Nearest.to("max_lenght", keys)).contains("max_length");
        assertThat(Nearest.to("colour", keys)).isEmpty();
        assertThat(Nearest.to("", keys)).isEmpty();
        assertThat(Nearest.to("x".repeat(100_000), keys)).isEmpty();
    }
}
