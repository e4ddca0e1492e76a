package dev.tagwerk.cli;

import dev.tagwerk.preflight.Coverage;
import dev.tagwerk.preflight.Example;
import dev.tagwerk.preflight.Rule;

/** What rules say of themselves, for a terminal. */
final class RuleText {
    private RuleText() {}

    static String terminal(Rule rule) {
        StringBuilder text = new StringBuilder();
        text.append(rule.id()).append("  ").append(rule.severity().word());
        text.append("  ").append(rule.title()).append("\n\n");
        indented(text, "", rule.why());
        text.append("\nwrite:\n");
        indented(text, "  ", rule.write());
        if (rule.fixes()) {
            text.append("  (`check --fix` does it)\n");
        }
        text.append("\nsource: ").append(String.join("; ", rule.source()));
        text.append(" (looked up ").append(rule.checked()).append(")\n");
        example(text, "bad", rule.bad());
        example(text, "good", rule.good());
        return text.append('\n').toString();
    }

    private static void example(StringBuilder text, String what, Example example) {
        example.options()
                .forEach(
                        (option, value) ->
                                text.append("\nwith --").append(option).append(' ').append(value));
        example.files()
                .forEach(
                        (name, content) -> {
                            text.append('\n').append(what).append(", ").append(name).append(":\n");
                            int number = 0;
                            for (String line : content.lines().toList()) {
                                number++;
                                boolean marked = line.contains(Example.MARK);
                                text.append(
                                        String.format(
                                                java.util.Locale.ROOT,
                                                "%s%4d | %s%n",
                                                marked ? ">" : " ",
                                                number,
                                                line.replace(Example.MARK, "")));
                            }
                        });
    }

    static String caughtBy(Coverage one) {
        if (!one.rules().isEmpty()) {
            return String.join(", ", one.rules());
        }
        return one.otherwise().isEmpty() ? "no rule yet" : one.otherwise();
    }

    private static void indented(StringBuilder text, String lead, String content) {
        content.strip().lines().forEach(line -> text.append(lead).append(line).append('\n'));
    }
}
