package dev.tagwerk.data;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a text is no JSON, in words that say what to do: the parser speaks of its own settings, and
 * knows nothing of how such files come about.
 */
final class JsonReason {
    private static final Pattern CONTROL = Pattern.compile("\\(CTRL-CHAR, code (\\d+)\\)");
    private static final Pattern CODE = Pattern.compile("\\(code (\\d+)");
    private static final Pattern TOKEN = Pattern.compile("Unrecognized token '([^']*)'");
    private static final Pattern NON_STANDARD = Pattern.compile("Non-standard token '([^']*)'");
    private static final String AS_PYTHON =
            "as Python's own notation has it; write the file with json.dumps";
    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private JsonReason() {}

    /**
     * @param message the parser's
     * @param text what it was given
     */
    static String of(String message, String text) {
        Matcher control = CONTROL.matcher(message);
        if (control.find()) {
            int code = Integer.parseInt(control.group(1));
            return String.format(
                    "the control character U+%04X stands there; write \\u%04x inside a text, or"
                            + " remove it",
                    code, code);
        }
        if (message.startsWith("Trailing token")) {
            return following(text);
        }
        if (message.startsWith("Unexpected end-of-input")) {
            return "it ends too early; the file is torn there, or a row goes on in the next line";
        }
        Matcher unknown = NON_STANDARD.matcher(message);
        if (unknown.find()) {
            return unknown.group(1) + " is no value that JSON knows; write null, or a number";
        }
        Matcher token = TOKEN.matcher(message);
        if (token.find()) {
            return List.of("True", "False", "None").contains(token.group(1))
                    ? token.group(1) + " stands there, " + AS_PYTHON
                    : Words.quoted(token.group(1))
                            + " is no value; a text stands in double quotes, and nothing follows an"
                            + " object in its line";
        }
        return message.startsWith("Unexpected character") ? character(message) : message;
    }

    private static String following(String text) {
        return text.indexOf('\r') >= 0
                ? "several rows stand in it, parted by carriage returns alone; make them line feeds:"
                        + " tr '\\r' '\\n' < FILE > rows.jsonl"
                : "something follows the object; write one object per line";
    }

    private static String character(String message) {
        Matcher code = CODE.matcher(message);
        int found = code.find() ? Integer.parseInt(code.group(1)) : 0;
        if (found == BYTE_ORDER_MARK) {
            return "a byte order mark stands there, as where files were joined; remove it";
        }
        if (message.contains("comment")) {
            return "a comment stands there, which JSON does not know; remove it";
        }
        if (message.contains("double-quote to start field name")) {
            return switch (found) {
                case '\'' -> "a key stands in single quotes, " + AS_PYTHON;
                case '}' -> "a comma stands before the end of the object; remove it";
                default -> "a key without double quotes stands there; put it in them";
            };
        }
        if (found == '\'') {
            return "a text stands in single quotes, " + AS_PYTHON;
        }
        return Words.quoted(Character.toString(found))
                + " is not expected there"
                + expected(message);
    }

    /** The parser's own words, where they are about JSON. */
    private static String expected(String message) {
        if (message.contains("was expecting comma")) {
            return "; a comma is missing, or a double quote inside a text is not written \\\"";
        }
        if (message.contains("was expecting a colon")) {
            return "; a colon is missing behind a key";
        }
        return "; is this a JSON file at all?";
    }
}
