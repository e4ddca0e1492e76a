package dev.tagwerk.formats;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Variables of a script that have one value throughout: assigned once, with a text that is known
 * before it runs. Immutable.
 */
record Assignments(Map<String, String> values) {
    private static final Pattern ASSIGNED = Pattern.compile("(?s)([A-Za-z_][A-Za-z0-9_]*)=(.*)");
    private static final Pattern USED =
            Pattern.compile("\\$(?:\\{([A-Za-z_][A-Za-z0-9_]*)\\}|([A-Za-z_][A-Za-z0-9_]*))");
    private static final Set<String> BEFORE = Set.of("export", "readonly", "declare", "local");
    private static final int LONGEST = 1_000;

    Assignments {
        values = Map.copyOf(values);
    }

    static Assignments of(List<Items> commands) {
        Map<String, String> values = new HashMap<>();
        Set<String> changed = new HashSet<>();
        for (Items command : commands) {
            for (Node item : command.items()) {
                String word = item.scalar().map(Scalar::text).orElse("");
                Matcher matcher = ASSIGNED.matcher(word);
                if (matcher.matches()) {
                    if (values.put(matcher.group(1), matcher.group(2)) != null) {
                        changed.add(matcher.group(1));
                    }
                } else if (!BEFORE.contains(word)) {
                    break; // the program's own words
                }
            }
        }
        values.keySet().removeAll(changed);
        values.values()
                .removeIf(
                        value ->
                                value.length() > LONGEST
                                        || value.indexOf('$') >= 0
                                        || value.indexOf('`') >= 0);
        return new Assignments(values);
    }

    /** A command whose words have the values of the variables that are known. */
    CommandWords expanded(CommandWords words) {
        return values.isEmpty()
                ? words
                : new CommandWords(
                        words.node(), words.words().stream().map(this::expanded).toList());
    }

    private Scalar expanded(Scalar word) {
        if (word.text().indexOf('$') < 0 || word.text().length() > LONGEST) {
            return word;
        }
        String text =
                USED.matcher(word.text())
                        .replaceAll(
                                match -> {
                                    String name =
                                            match.group(1) == null
                                                    ? match.group(2)
                                                    : match.group(1);
                                    return Matcher.quoteReplacement(
                                            values.getOrDefault(name, match.group()));
                                });
        return CommandWords.saying(word, text);
    }
}
