package dev.tagwerk.kniffel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoxTest {
    @ParameterizedTest
    @CsvSource({
        "ONES, 11234, 2",
        "ONES, 23456, 0",
        "SIXES, 66666, 30",
        "FOURS, 14446, 12",
        "THREE_OF_A_KIND, 22256, 17",
        "THREE_OF_A_KIND, 22556, 0",
        "THREE_OF_A_KIND, 55555, 25",
        "FOUR_OF_A_KIND, 22225, 13",
        "FOUR_OF_A_KIND, 22255, 0",
        "FOUR_OF_A_KIND, 33333, 15",
        "FULL_HOUSE, 22255, 25",
        "FULL_HOUSE, 22555, 25",
        "FULL_HOUSE, 55555, 0",
        "FULL_HOUSE, 22556, 0",
        "FULL_HOUSE, 22225, 0",
        "SMALL_STRAIGHT, 12346, 30",
        "SMALL_STRAIGHT, 12344, 30",
        "SMALL_STRAIGHT, 23456, 30",
        "SMALL_STRAIGHT, 12356, 0",
        "LARGE_STRAIGHT, 12345, 40",
        "LARGE_STRAIGHT, 23456, 40",
        "LARGE_STRAIGHT, 12346, 0",
        "KNIFFEL, 11111, 50",
        "KNIFFEL, 11112, 0",
        "CHANCE, 13466, 20"
    })
    void points(Box box, String faces, int points) {
        assertThat(box.points(Dice.of(faces.chars().map(face -> face - '0').toArray())))
                .isEqualTo(points);
    }

    @Test
    void fewerThanFiveDiceAreNotScored() {
        assertThatThrownBy(() -> Box.CHANCE.points(Dice.of(6, 6)))
                .isInstanceOf(KniffelException.class)
                .hasMessageContaining("five dice");
    }

    @Test
    void wordsAreDistinctAndShort() {
        List<String> words = List.of(Box.values()).stream().map(Box::word).toList();
        assertThat(words).doesNotHaveDuplicates().allMatch(word -> word.split(" ").length <= 2);
    }
}
