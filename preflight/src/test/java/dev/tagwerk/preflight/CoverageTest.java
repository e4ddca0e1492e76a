package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CoverageTest {
    @Test
    void everyPitfallHasItsLine() {
        assertThat(Coverage.all())
                .extracting(Coverage::number)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 82)
                                .mapToObj(number -> "P%02d".formatted(number))
                                .toList());
        assertThat(Coverage.all()).allSatisfy(one -> assertThat(one.title()).isNotBlank());
    }

    @Test
    void rulesNamePitfallsThatThereAre() {
        List<String> numbers = Coverage.all().stream().map(Coverage::number).toList();
        assertThat(RuleBook.rules())
                .allSatisfy(rule -> assertThat(numbers).as(rule.id()).containsAll(rule.pitfalls()));
    }

    /** A reason why no rule can see a pitfall is wrong as soon as one does. */
    @Test
    void whatARuleCatchesHasNoExcuse() {
        assertThat(Coverage.all())
                .filteredOn(one -> !one.rules().isEmpty())
                .allSatisfy(one -> assertThat(one.otherwise()).as(one.number()).isEmpty());
    }

    /** What the probe finds needs a machine first; files, images and state need none. */
    @Test
    void mostPitfallsAreSeenBeforeAnythingIsRented() {
        assertThat(Coverage.all())
                .filteredOn(
                        one -> one.rules().stream().anyMatch(rule -> !rule.startsWith("TW-PRB-")))
                .hasSizeGreaterThanOrEqualTo(60);
    }

    @Test
    void whatNoRuleCatchesHasItsReason() {
        assertThat(Coverage.all())
                .filteredOn(one -> one.rules().isEmpty())
                .allSatisfy(
                        one -> assertThat(one.otherwise()).as(one.number()).hasSizeGreaterThan(20));
    }
}
