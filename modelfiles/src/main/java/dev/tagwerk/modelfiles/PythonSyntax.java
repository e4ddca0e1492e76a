package dev.tagwerk.modelfiles;

import java.util.regex.PatternSyntaxException;

/**
 * Rewrites a regular expression of Python's {@code re} into one that {@code java.util.regex} reads
 * alike: named groups, {@code \Z}, brackets in classes, braces that are no repetition.
 */
final class PythonSyntax {
    private final String python;
    private final StringBuilder java = new StringBuilder();
    private int at;

    PythonSyntax(String python) {
        this.python = python;
    }

    /**
     * The expression for Java.
     *
     * @throws PatternSyntaxException for what only Python has
     */
    String translated() {
        while (at < python.length()) {
            char c = python.charAt(at);
            switch (c) {
                case '\\' -> escape(false);
                case '[' -> characterClass();
                case '(' -> group();
                case '{' -> brace();
                default -> {
                    java.append(c);
                    at++;
                }
            }
        }
        return java.toString();
    }

    private void escape(boolean inClass) {
        if (at + 1 >= python.length()) {
            throw fault("ends with a backslash");
        }
        char escaped = python.charAt(at + 1);
        at += 2;
        switch (escaped) {
            case 'Z' -> java.append("\\z");
            case 'z', 'G', 'K', 'R', 'X', 'Q', 'E', 'h', 'H', 'k', 'p', 'P', 'e', 'c' ->
                    throw fault("unknown escape \\" + escaped);
            // Python's \b in a class is a backspace.
            case 'b' -> java.append(inClass ? "\\x08" : "\\b");
            case 'v' -> java.append("\\x0B");
            default -> java.append('\\').append(escaped);
        }
    }

    /** In Python a bracket or {@code &&} within a class is itself; Java nests and intersects. */
    private void characterClass() {
        java.append('[');
        at++;
        if (at < python.length() && python.charAt(at) == '^') {
            java.append('^');
            at++;
        }
        boolean first = true;
        while (at < python.length()) {
            char c = python.charAt(at);
            if (c == ']' && !first) {
                java.append(']');
                at++;
                return;
            }
            first = false;
            if (c == '\\') {
                escape(true);
                continue;
            }
            if (c == '[' || c == ']' || c == '&') {
                java.append('\\');
            }
            java.append(c);
            at++;
        }
        throw fault("unterminated character class");
    }

    private void group() {
        if (python.startsWith("(?P<", at)) {
            java.append("(?<");
            at += 4;
            name('>');
        } else if (python.startsWith("(?P=", at)) {
            at += 4;
            java.append("\\k<");
            name(')');
            java.append('>');
        } else if (python.startsWith("(?#", at)) {
            int end = python.indexOf(')', at);
            if (end < 0) {
                throw fault("unterminated comment");
            }
            at = end + 1;
        } else if (python.startsWith("(?(", at)) {
            throw fault("a conditional group");
        } else if (python.startsWith("(?<", at)
                && at + 3 < python.length()
                && "=!".indexOf(python.charAt(at + 3)) < 0) {
            throw fault("unknown extension (?<");
        } else {
            java.append('(');
            at++;
        }
    }

    /** A group's name; Java allows no underscore in one, so it is spelt otherwise. */
    private void name(char end) {
        int close = python.indexOf(end, at);
        if (close < 0) {
            throw fault("unterminated group name");
        }
        String name = python.substring(at, close);
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw fault("bad group name");
        }
        java.append(javaName(name));
        if (end == '>') {
            java.append('>');
        }
        at = close + 1;
    }

    /** How the group of a Python name is called in the rewritten expression. */
    static String javaName(String name) {
        return "g" + name.replace("z", "zz").replace("_", "zu");
    }

    private void brace() {
        int end = at + 1;
        while (end < python.length()
                && (Character.isDigit(python.charAt(end)) || python.charAt(end) == ',')) {
            end++;
        }
        String inner = python.substring(at + 1, end);
        boolean repetition =
                end < python.length()
                        && python.charAt(end) == '}'
                        && inner.matches("[0-9]+(,[0-9]*)?|,[0-9]*");
        if (!repetition) {
            java.append("\\{");
            at++;
            return;
        }
        java.append('{').append(inner.startsWith(",") ? "0" + inner : inner).append('}');
        at = end + 1;
    }

    private PatternSyntaxException fault(String what) {
        return new PatternSyntaxException(what, python, at);
    }
}
