package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What a finding says is to be written is written, where it is a text to write and no sentence: the
 * rule must be silent then, and no other may have become louder.
 */
class AdviceHoldsTest {
    private static final Pattern KEY = Pattern.compile("([A-Za-z]\\w*): (\\S.*)");
    private static final Pattern OPTION = Pattern.compile("(--[a-z][\\w-]*) (\\S+)");

    /** What somebody has to fill in, and what is advice in a sentence's words. */
    private static final Pattern OPEN =
            Pattern.compile(
                    "(?s).*(?:\\b[A-Z]{4,}\\b(?!_)|\\.\\.\\.|…|, | or | in business|\\(|\\bat least\\b"
                            + "|: (?:integer|INTEGER)$).*");

    /** Keys that lists of flow style hold are put there by people. */
    private static final List<String> ELSEWHERE = List.of("limits", "capabilities");

    record Case(String name, ExampleFiles files, Finding finding) {}

    @TestFactory
    Stream<DynamicTest> adviceThatIsATextHolds() {
        List<DynamicTest> tests = new ArrayList<>();
        Stream.concat(examples(), variants())
                .forEach(
                        one ->
                                written(one)
                                        .ifPresent(
                                                text ->
                                                        tests.add(
                                                                DynamicTest.dynamicTest(
                                                                        one.name()
                                                                                + " "
                                                                                + one.finding()
                                                                                        .write(),
                                                                        () -> holds(one, text)))));
        assertThat(tests).as("advice that can be tried").hasSizeGreaterThan(45);
        return tests.stream();
    }

    private static Stream<Case> examples() {
        return RuleBook.rules().stream()
                .flatMap(rule -> cases(rule.id(), ExampleFiles.of(rule.bad())));
    }

    private static Stream<Case> cases(String id, ExampleFiles files) {
        return files.look().stream()
                .filter(finding -> finding.rule().id().equals(id))
                .map(finding -> new Case(id, files, finding));
    }

    private static Stream<Case> variants() {
        return AdviceVariants.ALL.stream()
                .flatMap(
                        one ->
                                cases(
                                        one.rule(),
                                        ExampleFiles.of(
                                                new Example(
                                                        Map.of(one.file(), one.text()),
                                                        one.options()))));
    }

    @Test
    void variantsAreFound() {
        for (AdviceVariants.Variant one : AdviceVariants.ALL) {
            assertThat(variants().filter(found -> found.name().equals(one.rule())))
                    .as(one.rule() + " in " + one.text())
                    .isNotEmpty();
        }
    }

    /** The file with the advice in it; empty where it is no text to write. */
    private static Optional<String> written(Case one) {
        Finding finding = one.finding();
        String write = finding.write();
        String text = finding.source().text();
        if (write.isEmpty() || !finding.edits().isEmpty() && !KEY.matcher(write).matches()) {
            return Optional.empty();
        }
        Matcher option = OPTION.matcher(write);
        boolean shell = finding.source().name().endsWith(".sh");
        if (shell && write.startsWith("-- ")) {
            int start = finding.span().start();
            int end = text.indexOf('\n', start);
            return Optional.of(text.substring(0, start) + write + text.substring(end));
        }
        if (OPEN.matcher(write).matches()) {
            return Optional.empty();
        }
        String pointed = text.substring(finding.span().start(), finding.span().end());
        if (shell && write.endsWith(" " + pointed)) {
            return Optional.of(
                    text.substring(0, finding.span().start())
                            + write
                            + text.substring(finding.span().end()));
        }
        if (shell && option.matches()) {
            return Optional.of(option(text, finding, option.group(1), option.group(2)));
        }
        Matcher key = KEY.matcher(write);
        if (!shell && key.matches()) {
            return key(one, key.group(1), key.group(2));
        }
        // a key or a value alone, in the place of the one that is pointed at
        boolean alone = !write.contains(" ") && finding.span().end() > finding.span().start();
        return value(one, finding)
                .filter(node -> alone)
                .map(
                        node ->
                                node.anchor().equals(finding.span())
                                        ? text.substring(0, finding.span().start())
                                                + write
                                                + text.substring(finding.span().end())
                                        : replaced(text, node, write));
    }

    private static String option(String text, Finding finding, String name, String value) {
        int line = text.lastIndexOf('\n', finding.span().start()) + 1;
        int end = text.indexOf('\n', finding.span().start());
        String command = text.substring(line, end < 0 ? text.length() : end);
        Matcher there =
                Pattern.compile("(?<=\\s)" + Pattern.quote(name) + "(?:=|\\s+)\\S+")
                        .matcher(command);
        String mended =
                there.find()
                        ? there.replaceFirst(Matcher.quoteReplacement(name + " " + value))
                        : command.replaceFirst(
                                "( -- |$)",
                                Matcher.quoteReplacement(" " + name + " " + value) + "$1");
        return text.substring(0, line) + mended + text.substring(line + command.length());
    }

    /** The value that stands behind the finding's key, or that it points at. */
    private static Optional<Node> value(Case one, Finding finding) {
        return one.files().documents().stream()
                .map(Document::root)
                .filter(root -> root.source() == finding.source())
                .flatMap(Node::walk)
                .filter(node -> node.path().equals(finding.path()))
                .filter(
                        node ->
                                !(node.path().startsWith("("))
                                        || node.span().equals(finding.span()))
                .findFirst();
    }

    private static Optional<String> key(Case one, String name, String value) {
        Finding finding = one.finding();
        Optional<Node> node = value(one, finding);
        if (node.isEmpty() || ELSEWHERE.contains(name)) {
            return Optional.empty();
        }
        String path = node.get().path();
        String text = finding.source().text();
        if (path.equals(name) || path.endsWith("." + name)) {
            boolean quoted =
                    finding.source().name().endsWith(".json") && value.matches("[A-Za-z].*");
            return Optional.of(replaced(text, node.get(), quoted ? "\"" + value + "\"" : value));
        }
        return Optional.empty();
    }

    private static String replaced(String text, Node node, String value) {
        return text.substring(0, node.span().start()) + value + text.substring(node.span().end());
    }

    private static void holds(Case one, String text) {
        Finding finding = one.finding();
        List<Finding> before = one.files().look();
        List<Finding> after = one.files().with(finding.source().name(), text).look();
        assertThat(after.stream().filter(found -> same(found, finding)).map(Finding::what))
                .as(text)
                .isEmpty();
        List<String> loud =
                before.stream().filter(AdviceHoldsTest::isLoud).map(Finding::what).toList();
        assertThat(after.stream().filter(AdviceHoldsTest::isLoud).map(Finding::what))
                .as("what is loud in\n" + text)
                .isSubsetOf(loud);
    }

    private static boolean same(Finding found, Finding finding) {
        return found.rule().id().equals(finding.rule().id())
                && found.what().equals(finding.what())
                && found.place().line() == finding.place().line();
    }

    private static boolean isLoud(Finding finding) {
        return finding.severity() != Severity.NOTE;
    }
}
