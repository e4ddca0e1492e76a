package dev.tagwerk.spec;

import java.util.regex.Pattern;

/**
 * What an unquoted scalar means under the core schema of YAML 1.2 (section 10.3.2): there {@code
 * 1e-4} is a number and {@code no} is text; both were the other way round in YAML 1.1.
 */
public enum Core {
    NOTHING,
    BOOLEAN,
    WHOLE,
    REAL,
    TEXT;

    private static final Pattern NULL = Pattern.compile("null|Null|NULL|~|");
    private static final Pattern BOOL = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+");
    private static final Pattern FLOAT =
            Pattern.compile(
                    "[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?"
                            + "|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");

    public static Core of(String text) {
        if (text.length() > 400) {
            return TEXT; // no number that a job can mean is longer; the patterns stay cheap
        }
        if (NULL.matcher(text).matches()) {
            return NOTHING;
        }
        if (BOOL.matcher(text).matches()) {
            return BOOLEAN;
        }
        if (INTEGER.matcher(text).matches()) {
            return WHOLE;
        }
        return FLOAT.matcher(text).matches() ? REAL : TEXT;
    }
}
