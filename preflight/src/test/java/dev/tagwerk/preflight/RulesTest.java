package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every rule against its own examples: what users read in {@code rules show} is what is tested. */
class RulesTest {
    @TestFactory
    Stream<DynamicTest> everyRule() {
        return RuleBook.rules().stream()
                .flatMap(
                        rule ->
                                Stream.of(
                                        DynamicTest.dynamicTest(
                                                rule.id() + " catches its bad example",
                                                () -> bad(rule)),
                                        DynamicTest.dynamicTest(
                                                rule.id() + " lets its good example pass",
                                                () -> good(rule)),
                                        DynamicTest.dynamicTest(
                                                rule.id() + " mends what it says it mends",
                                                () -> fixed(rule))));
    }

    private static void bad(Rule rule) {
        ExampleFiles files = ExampleFiles.of(rule.bad());
        assertThat(files.marks()).as("places that the example marks").isNotEmpty();
        List<String> found = new ArrayList<>();
        for (Finding finding : files.look()) {
            if (finding.rule().id().equals(rule.id())) {
                found.add(
                        finding.source().name()
                                + ":"
                                + finding.place().line()
                                + ":"
                                + finding.place().column());
            }
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(files.marks());
    }

    /** No rule at all may call the good example wrong. */
    private static void good(Rule rule) {
        ExampleFiles files = ExampleFiles.of(rule.good());
        assertThat(files.documents()).as("the good example is understood").isNotEmpty();
        assertThat(files.look())
                .filteredOn(
                        finding ->
                                finding.severity() != Severity.NOTE
                                        || finding.rule().id().equals(rule.id()))
                .extracting(finding -> finding.rule().id() + " " + finding.what())
                .isEmpty();
    }

    private static void fixed(Rule rule) {
        ExampleFiles files = ExampleFiles.of(rule.bad());
        List<Finding> own =
                files.look().stream()
                        .filter(finding -> finding.rule().id().equals(rule.id()))
                        .toList();
        assertThat(own.stream().anyMatch(finding -> !finding.edits().isEmpty()))
                .isEqualTo(rule.fixes());
        if (rule.fixes()) {
            assertThat(files.edited(own).look())
                    .filteredOn(finding -> finding.rule().id().equals(rule.id()))
                    .isEmpty();
        }
    }
}
