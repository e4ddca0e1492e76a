package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes container jobs as a person would: the text of a job file. Stateless. */
public final class ContainerText {
    private static final int COMMENT_COLUMN = 40;
    private static final int WIDTH = 96;

    private ContainerText() {}

    /**
     * A job made of another file.
     *
     * @param file the other file's name
     * @param what the other file is, such as {@code a Compose file}
     * @param notes what a reader of the job must know
     * @param origins where values come from, by path of our key
     */
    public static String imported(
            ContainerJob job,
            String file,
            String what,
            List<ImportNote> notes,
            Map<String, String> origins) {
        return ImportHead.text(file, what, notes) + text(job, origins);
    }

    static String text(ContainerJob job, Map<String, String> origins) {
        Values values = ContainerValues.of(job);
        StringBuilder text = new StringBuilder();
        String section = CommonKeys.TOP;
        for (Key<?> key : KeyTable.of(Kind.CONTAINER).keys()) {
            Optional<List<String>> lines = lines(key, values);
            if (lines.isEmpty()) {
                continue;
            }
            if (!key.section().equals(section)) {
                section = key.section();
                text.append(section).append(":\n");
            }
            String indent = section.isEmpty() ? "" : "  ";
            String first = indent + key.name() + ":" + lines.get().getFirst();
            text.append(first);
            Optional.ofNullable(origins.get(key.path()))
                    .ifPresent(
                            origin ->
                                    text.append(" ".repeat(gap(first)))
                                            .append("# ")
                                            .append(Shown.oneLine(origin)));
            text.append('\n');
            lines.get().stream().skip(1).forEach(line -> text.append(line).append('\n'));
        }
        return text.toString();
    }

    private static int gap(String line) {
        return Math.max(2, COMMENT_COLUMN - line.length());
    }

    /** What stands behind a key's colon, and the lines below; empty for what need not be said. */
    private static <T> Optional<List<String>> lines(Key<T> key, Values values) {
        Optional<T> value = values.find(key);
        boolean fallback =
                value.isPresent()
                        && key.fallback() instanceof Fallback.Fixed<T>(T fixed)
                        && value.get().equals(fixed);
        if (value.isEmpty() || fallback) {
            return Optional.empty();
        }
        return Optional.of(
                switch (value.get()) {
                    case Environment env -> environment(env);
                    case List<?> list when key.equals(ContainerKeys.VOLUMES) ->
                            volumes(
                                    ContainerKeys.VOLUMES
                                            .type()
                                            .json(values.get(ContainerKeys.VOLUMES)));
                    case List<?> list -> words(list.stream().map(String::valueOf).toList());
                    case Number number when !(key.type() instanceof SizeType) ->
                            List.of(" " + number(number));
                    default -> List.of(" " + scalar(key.type().json(value.get()).asText()));
                });
    }

    private static String number(Number number) {
        boolean whole = number.doubleValue() == number.longValue();
        return whole ? String.valueOf(number.longValue()) : number.toString();
    }

    private static List<String> environment(Environment env) {
        List<String> lines = new ArrayList<>(List.of(""));
        env.variables()
                .forEach(
                        (name, value) ->
                                value.ifPresentOrElse(
                                        text ->
                                                lines.addAll(
                                                        value("  " + scalar(name) + ":", text, 4)),
                                        () -> lines.add("  " + scalar(name) + ":")));
        return lines;
    }

    private static List<String> words(List<String> words) {
        String flow =
                " [" + String.join(", ", words.stream().map(ContainerText::scalar).toList()) + "]";
        if (flow.length() <= WIDTH && words.stream().noneMatch(word -> word.contains("\n"))) {
            return List.of(flow);
        }
        List<String> lines = new ArrayList<>(List.of(""));
        words.forEach(word -> lines.addAll(value("  -", word, 4)));
        return lines;
    }

    private static List<String> volumes(JsonNode volumes) {
        List<String> lines = new ArrayList<>(List.of(""));
        for (JsonNode volume : volumes) {
            List<String> parts = new ArrayList<>();
            volume.properties()
                    .forEach(
                            part ->
                                    parts.add(
                                            part.getKey()
                                                    + ": "
                                                    + (part.getValue().isBoolean()
                                                            ? part.getValue().asText()
                                                            : scalar(part.getValue().asText()))));
            lines.add("  - {" + String.join(", ", parts) + "}");
        }
        return lines;
    }

    /** A text of several lines as such, where YAML's literal style can hold it exactly. */
    private static List<String> value(String head, String text, int indent) {
        if (!isBlock(text)) {
            return List.of(head + " " + scalar(text));
        }
        List<String> lines = new ArrayList<>();
        lines.add(head + (text.endsWith("\n") ? " |" : " |-"));
        text.lines().forEach(line -> lines.add(line.isEmpty() ? "" : " ".repeat(indent) + line));
        return lines;
    }

    private static boolean isBlock(String text) {
        return text.strip().contains("\n")
                && !text.startsWith(" ")
                && !text.startsWith("\n")
                && !text.endsWith("\n\n")
                && text.lines().noneMatch(line -> !line.equals(line.stripTrailing()))
                && text.codePoints().allMatch(point -> point == '\n' || isPlain(point));
    }

    private static boolean isPlain(int point) {
        return (point >= 0x20 && point <= 0x7e)
                || (point >= 0xa0 && Shown.character(point).equals(Character.toString(point)));
    }

    /** Plain where both versions of YAML read it as the same text, else quoted. */
    private static String scalar(String text) {
        boolean plain =
                text.matches("(?:--?)?[A-Za-z0-9_./][A-Za-z0-9_./@+=:-]*")
                        && !text.endsWith(":")
                        && !text.matches("---.*|\\.\\.\\..*")
                        && Core.of(text) == Core.TEXT
                        && Yaml11.of(text).kind() == Yaml11.Kind.TEXT;
        if (plain) {
            return text;
        }
        StringBuilder quoted = new StringBuilder();
        Json.MAKE
                .textNode(text)
                .toString()
                .codePoints()
                .forEach(
                        point -> {
                            if (isPlain(point)) {
                                quoted.appendCodePoint(point);
                            } else {
                                for (char unit : Character.toChars(point)) {
                                    quoted.append(String.format("\\u%04x", (int) unit));
                                }
                            }
                        });
        return quoted.toString();
    }
}
