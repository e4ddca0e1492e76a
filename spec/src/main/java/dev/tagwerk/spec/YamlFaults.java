package dev.tagwerk.spec;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Says in a user's words what a YAML parser found wrong with a text. */
final class YamlFaults {
    private static final Pattern TAB = Pattern.compile("(?m)^ *\\t");

    private YamlFaults() {}

    /** Reports the first character that no YAML file may hold, and whether there was one. */
    static boolean unreadable(String text, Problems problems) {
        for (int index = 0; index < text.length(); ) {
            int point = text.codePointAt(index);
            if (!printable(point)) {
                problems.add(
                        Place.in(text, index),
                        "",
                        String.format("holds the unprintable character U+%04X", point),
                        point == 0 ? "save the file as UTF-8 text" : "delete it");
                return true;
            }
            index += Character.charCount(point);
        }
        return false;
    }

    /**
     * The c-printable production of YAML 1.2, section 5.1; a byte order mark belongs first only.
     */
    private static boolean printable(int point) {
        return point == '\t'
                || point == '\n'
                || point == '\r'
                || point == 0x85
                || (point >= 0x20 && point <= 0x7E)
                || (point >= 0xA0 && point <= 0xD7FF)
                || (point >= 0xE000 && point <= 0xFFFD && point != 0xFEFF)
                || (point >= 0x10000 && point <= 0x10FFFF);
    }

    static void report(YamlEngineException fault, String text, Problems problems) {
        if (!(fault instanceof MarkedYamlEngineException marked)) {
            problems.add(Place.START, "", "is not YAML: " + first(fault.getMessage()), "");
            return;
        }
        Place at =
                marked.getProblemMark()
                        .or(marked::getContextMark)
                        .map(mark -> place(mark, text))
                        .orElse(Place.START);
        String problem = Optional.ofNullable(marked.getProblem()).orElse("");
        Optional<Integer> opened = marked.getContextMark().map(Mark::getLine).map(line -> line + 1);
        if (problem.contains("TAB") || tabBegins(text, at.line())) {
            problems.add(at, "", "a tab stands where YAML wants spaces", "indent with spaces");
        } else if (problem.contains("mapping values are not allowed")) {
            problems.add(
                    at,
                    "",
                    "a second `:` cannot stand here",
                    "keys of one block start in the same column; quote a value that holds `: `");
        } else if (problem.contains("expected the node content")) {
            problems.add(at, "", "a value is missing here", "give it one");
        } else if (problem.contains("unexpected end of stream")) {
            problems.add(
                    at,
                    "",
                    "a quoted text"
                            + opened.map(line -> " opened in line " + line).orElse("")
                            + " is never closed",
                    "close the quotes");
        } else if (problem.contains("expected <block end>")) {
            problems.add(
                    at,
                    "",
                    "does not line up with the block"
                            + opened.map(line -> " that begins in line " + line).orElse(""),
                    "keys of one block start in the same column");
        } else if (problem.contains("could not find expected ':'")) {
            // the scanner notices at the next line; the key itself is what to look at
            Place key = marked.getContextMark().map(mark -> place(mark, text)).orElse(at);
            problems.add(key, "", "a `:` is missing after a key", "write `key: value`");
        } else if (problem.contains("cannot start any token")) {
            problems.add(
                    at,
                    "",
                    "no unquoted value may start with this character",
                    "put the value in quotes");
        } else if (problem.contains("',' or")) {
            problems.add(
                    at,
                    "",
                    "the bracket"
                            + opened.map(line -> " opened in line " + line).orElse("")
                            + " is not closed, or a comma is missing",
                    "quote values that hold brackets, braces or commas");
        } else {
            problems.add(
                    at,
                    "",
                    "is not YAML: " + first(problem.isEmpty() ? marked.getMessage() : problem),
                    "");
        }
    }

    /** By index and not by the mark's own column, which runs past the end of a text. */
    private static Place place(Mark mark, String text) {
        int characters = text.codePointCount(0, text.length());
        return Place.in(text, text.offsetByCodePoints(0, Math.min(mark.getIndex(), characters)));
    }

    private static boolean tabBegins(String text, int line) {
        return text.lines()
                .skip(Math.max(0, line - 1L))
                .limit(1)
                .anyMatch(content -> TAB.matcher(content).lookingAt());
    }

    private static String first(@Nullable String message) {
        String shown = Shown.oneLine(Optional.ofNullable(message).orElse("syntax error"));
        return shown.length() <= 160 ? shown : shown.substring(0, 157) + "...";
    }
}
