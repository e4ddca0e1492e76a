package dev.tagwerk.hub;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern as the hub's own tools take them (Python's {@code fnmatch}): {@code *} also matches
 * slashes, and a pattern that ends with a slash means all below that folder.
 */
record Glob(String text) {
    Glob {
        compiled(text);
    }

    boolean matches(RepositoryPath path) {
        return compiled(text).matcher(path.text()).matches();
    }

    private static Pattern compiled(String text) {
        String glob = text.endsWith("/") ? text + "*" : text;
        StringBuilder regex = new StringBuilder();
        int at = 0;
        while (at < glob.length()) {
            char c = glob.charAt(at++);
            switch (c) {
                case '*' -> regex.append(regex.toString().endsWith(".*") ? "" : ".*");
                case '?' -> regex.append('.');
                case '[' -> {
                    // a bracket directly after the opening one stands for itself
                    int from = at < glob.length() && glob.charAt(at) == '!' ? at + 1 : at;
                    int end = glob.indexOf(']', from + 1);
                    if (end < 0) {
                        regex.append("\\[");
                    } else {
                        String set =
                                glob.substring(from, end).replaceAll("([\\\\\\[\\]&^])", "\\\\$1");
                        regex.append(from > at ? "[^" : "[").append(set).append(']');
                        at = end + 1;
                    }
                }
                default -> regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        try {
            return Pattern.compile(regex.toString(), Pattern.DOTALL);
        } catch (PatternSyntaxException broken) {
            throw new HubException(
                    "'" + Shown.text(text) + "' is no pattern for files.",
                    "use *, ? and [...]; * also matches slashes.",
                    "");
        }
    }
}
