package dev.tagwerk.formats;

import java.util.regex.Pattern;

/** Tells texts that something else fills in before a platform sees them. */
final class Placeholders {
    /** {@code [parameters('x')]}, {@code [format('{0}/a', variables('x'))]}; {@code [[} escapes. */
    private static final Pattern ARM =
            Pattern.compile("(?s)\\[(?!\\[)\\s*[A-Za-z][\\w.]*\\s*\\(.*\\].{0,2}");

    /** {@code ${X}}, {@code $X}, {@code {{ x }}}, {@code <x>}, {@code #{x}#}, {@code __X__}. */
    private static final Pattern OTHERS =
            Pattern.compile(
                    "(?s).*(\\$\\{[^}]+\\}|\\$\\([^)]+\\)|\\$[A-Za-z_]\\w*|\\{\\{.+\\}\\}"
                            + "|\\{%.+%\\}|#\\{[^}]+\\}#?|__[A-Za-z][A-Za-z0-9_]*__"
                            + "|<[A-Za-z][A-Za-z0-9_ -]*>).*");

    private static final int LONGEST = 4_000;

    private Placeholders() {}

    static boolean in(String text) {
        if (text.length() > LONGEST) {
            return false;
        }
        String plain = text.strip();
        return ARM.matcher(plain).matches() || OTHERS.matcher(plain).matches();
    }
}
