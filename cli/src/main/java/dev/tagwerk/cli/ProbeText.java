package dev.tagwerk.cli;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Field;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A run of the probe for people: a paragraph for each of its lines. */
final class ProbeText {
    private static final int WIDTH = 100;
    private static final int INDENT = 20;
    private static final Set<String> HIDDEN =
            Set.of("probe", "ok", "seconds", "exists", "asked", "seen_by");

    /** Facts that say enough without their key. */
    private static final Set<String> BARE =
            Set.of("path", "name", "host", "kernel", "machine", "system", "version", "type");

    private static final Pattern NAME = Pattern.compile("\\{\"probe\":\"([a-z]+)\".*");

    private final Document run;

    ProbeText(Document run) {
        this.run = run;
    }

    /** What a line as it was printed is about. */
    static String name(String line) {
        Matcher name = NAME.matcher(line);
        return name.matches() ? name.group(1) : "";
    }

    String text() {
        StringBuilder text = new StringBuilder();
        run.root().items().forEach(line -> text.append(paragraph(line)));
        return text.toString();
    }

    private static String paragraph(Node line) {
        String name = value(line, "probe");
        boolean ok = line.text("ok").flatMap(Scalar::asBoolean).orElse(false);
        StringBuilder text =
                new StringBuilder(
                        String.format(
                                Locale.ROOT,
                                "%-11s %-3s %s",
                                name,
                                ok ? "ok" : "no",
                                " ".repeat(INDENT - 16)));
        int column = INDENT;
        for (String fact : facts(line)) {
            if (column > INDENT && column + fact.length() + 2 > WIDTH) {
                text.append(",\n").append(" ".repeat(INDENT));
                column = INDENT;
            } else if (column > INDENT) {
                text.append(", ");
                column += 2;
            }
            text.append(fact);
            column += fact.length();
        }
        return text.toString().stripTrailing() + "\n";
    }

    private static List<String> facts(Node line) {
        List<String> facts = new ArrayList<>();
        List<String> cannot = new ArrayList<>();
        for (Field field : line.fields()) {
            String key = field.name();
            Optional<Scalar> value = field.value().scalar();
            if (HIDDEN.contains(key) || value.isEmpty() || value.get().text().isEmpty()) {
                continue;
            }
            String word = key.replace('_', ' ').replace(" mib", " MiB");
            switch (value.get().kind()) {
                case BOOLEAN -> (value.get().text().equals("true") ? facts : cannot).add(word);
                case NOTHING, WHOLE, REAL, DATE, TEXT ->
                        facts.add(
                                BARE.contains(key)
                                        ? Redaction.printable(value.get().text())
                                        : word + " " + Redaction.printable(value.get().text()));
            }
        }
        cannot.forEach(word -> facts.add("not " + word));
        return facts;
    }

    private static String value(Node line, String key) {
        return line.text(key).map(Scalar::text).orElse("");
    }
}
