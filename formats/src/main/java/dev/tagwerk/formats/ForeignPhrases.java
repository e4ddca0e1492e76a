package dev.tagwerk.formats;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What platforms write into values for something to fill in later. */
final class ForeignPhrases {
    /** Azure ML's and others' expressions, which a job of ours would take for its own. */
    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{(.*?)\\}\\}");

    private static final Pattern LEAST =
            Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,3})?) ?(?:GB|GiB|G)?(?:\\+|\\.\\..*)?");

    private final Format format;
    private final Node node;
    private final Ledger ledger;
    private final Map<String, String> known = new LinkedHashMap<>();

    ForeignPhrases(Format format, Node node, Ledger ledger) {
        this.format = format;
        this.node = node;
        this.ledger = ledger;
        for (Field input : node.get("inputs").map(Node::fields).orElse(java.util.List.of())) {
            Optional<Scalar> value = input.value().scalar().or(() -> input.value().text("value"));
            value.ifPresent(
                    text -> {
                        known.put("inputs." + input.name(), text.text());
                        ledger.took(input.value());
                    });
        }
    }

    /** Gives an expression a meaning. */
    void know(String expression, String text) {
        known.put(expression, text);
    }

    /** A text as it can stand in a job, and will mean the same; what cannot is noted. */
    String plain(Scalar scalar) {
        String text = scalar.text();
        if (SecretForms.isMarked(text)) {
            ledger.lost(
                    scalar,
                    "holds a secret, which was not copied: `<secret>` stands in its place",
                    "give it as a variable, named under `secrets`");
            text = SecretForms.without(text);
        }
        Matcher expressions = EXPRESSION.matcher(text);
        StringBuilder plain = new StringBuilder();
        while (expressions.find()) {
            String name = expressions.group(1).strip();
            Optional<String> meaning = Optional.ofNullable(known.get(name));
            if (meaning.isEmpty()) {
                ledger.lost(
                        scalar,
                        "the expression " + name + " is filled in there, and not here",
                        "write its value instead of <" + name + ">");
            }
            expressions.appendReplacement(
                    plain, Matcher.quoteReplacement(meaning.orElse("<" + name + ">")));
        }
        expressions.appendTail(plain);
        String done = plain.toString().replace("${{", "$ {{");
        filledIn(scalar, done);
        return format == Format.COMPOSE ? done.replace("$$", "$") : done;
    }

    private void filledIn(Scalar scalar, String text) {
        boolean filled =
                switch (format) {
                    case COMPOSE -> text.replace("$$", "").matches("(?s).*\\$[A-Za-z_{].*");
                    case KUBERNETES -> text.matches("(?s).*\\$\\([A-Za-z_].*");
                    case SHELL -> text.matches("(?s).*\\$[A-Za-z_{(].*");
                    case CONTAINER_APPS_JOB, CONTAINER_APPS_APP ->
                            text.matches("(?s)\\[(?!\\[).*\\(.*\\)\\s*\\]");
                    default -> false;
                };
        if (filled) {
            ledger.changed(
                    scalar,
                    "is filled in there before the container starts; here it stands as written",
                    "write the value");
        }
    }

    /**
     * The least of a range such as {@code 8+} or {@code 32GB..}, in gigabytes where it is a size.
     */
    Optional<String> atLeast(String ours, String way) {
        if (format != Format.SKYPILOT && format != Format.DSTACK) {
            return Optional.empty();
        }
        Optional<Scalar> written = node.text(way).or(() -> node.text(ours));
        return written.flatMap(
                range -> {
                    Matcher least = LEAST.matcher(range.text());
                    if (!least.matches() || least.group(1).matches("0+(\\.0+)?")) {
                        return Optional.empty();
                    }
                    ledger.took(ours, range);
                    if (!least.group(1).equals(range.text())) {
                        ledger.changed(range, "is a range; its least was taken", "");
                    }
                    return Optional.of(least.group(1));
                });
    }
}
