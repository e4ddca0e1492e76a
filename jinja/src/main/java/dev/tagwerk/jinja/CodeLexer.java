package dev.tagwerk.jinja;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.IntFunction;

/** The inside of one tag to tokens. */
final class CodeLexer {
    /** Longest first, so that {@code //} is not two divisions. */
    private static final List<String> OPERATORS =
            List.of(
                    "//", "**", "==", "!=", ">=", "<=", "+", "-", "/", "*", "%", "~", "[", "]", "(",
                    ")", "{", "}", ">", "<", "=", ".", ":", "|", ",", ";");

    private final String source;
    private final String closing;
    private final IntFunction<Place> places;
    private final Deque<Character> open = new ArrayDeque<>();
    private int at;

    CodeLexer(String source, int begin, String closing, IntFunction<Place> places) {
        this.source = source;
        this.at = begin;
        this.closing = closing;
        this.places = places;
    }

    /** Adds the tokens; returns the index of the closing two characters. */
    int read(List<Token> tokens) {
        int tag = at;
        while (true) {
            int end = end();
            if (end >= 0) {
                return end;
            }
            if (at >= source.length()) {
                throw new TemplateException(
                        places.apply(tag), "the tag is not closed by `" + closing + "`");
            }
            char c = source.charAt(at);
            if (PythonText.isSpace(c)) {
                at++;
            } else if (c >= '0' && c <= '9') {
                tokens.add(number());
            } else if (c == '_' || Character.isLetter(source.codePointAt(at))) {
                tokens.add(name());
            } else if (c == '\'' || c == '"') {
                tokens.add(string(c));
            } else {
                tokens.add(operator());
            }
        }
    }

    /** Where the tag closes, if it does so here; within brackets it does not. */
    private int end() {
        if (!open.isEmpty()) {
            return -1;
        }
        if (source.startsWith(closing, at)) {
            return at;
        }
        boolean signed =
                source.startsWith("-", at) || (closing.equals("%}") && source.startsWith("+", at));
        return signed && source.startsWith(closing, at + 1) ? at + 1 : -1;
    }

    private Token name() {
        int start = at;
        while (at < source.length()
                && (source.charAt(at) == '_'
                        || Character.isLetterOrDigit(source.codePointAt(at)))) {
            at += Character.charCount(source.codePointAt(at));
        }
        return new Token(Token.Kind.NAME, source.substring(start, at), places.apply(start));
    }

    private Token number() {
        int start = at;
        boolean behindDot = start > 0 && source.charAt(start - 1) == '.';
        digits();
        boolean real = false;
        if (!behindDot && at + 1 < source.length() && source.charAt(at) == '.' && digitAt(at + 1)) {
            at++;
            digits();
            real = true;
        }
        if (!behindDot && at < source.length() && (source.charAt(at) | 0x20) == 'e') {
            int sign = at + 1;
            if (sign < source.length() && "+-".indexOf(source.charAt(sign)) >= 0) {
                sign++;
            }
            if (digitAt(sign)) {
                at = sign;
                digits();
                real = true;
            }
        }
        String text = source.substring(start, at).replace("_", "");
        boolean based = at < source.length() && "xXbBoO".indexOf(source.charAt(at)) >= 0;
        if (!real && text.charAt(0) == '0' && (text.length() > 1 || based)) {
            throw new TemplateException(
                    places.apply(start),
                    "a whole number that begins with 0 is not known to this version");
        }
        return new Token(real ? Token.Kind.FLOAT : Token.Kind.INTEGER, text, places.apply(start));
    }

    private void digits() {
        while (digitAt(at)
                || (at < source.length() && source.charAt(at) == '_' && digitAt(at + 1))) {
            at++;
        }
    }

    private boolean digitAt(int index) {
        return index < source.length()
                && source.charAt(index) >= '0'
                && source.charAt(index) <= '9';
    }

    private Token string(char quote) {
        int start = at;
        int end = at + 1;
        while (end < source.length() && source.charAt(end) != quote) {
            end += source.charAt(end) == '\\' ? 2 : 1;
        }
        if (end >= source.length()) {
            throw new TemplateException(
                    places.apply(start), "the string is not closed by " + quote);
        }
        at = end + 1;
        try {
            String value = StringLiteral.decode(source.substring(start + 1, end));
            return new Token(Token.Kind.STRING, value, places.apply(start));
        } catch (Fault fault) {
            throw new TemplateException(places.apply(start), fault.reason());
        }
    }

    private Token operator() {
        for (String operator : OPERATORS) {
            if (source.startsWith(operator, at)) {
                balance(operator.charAt(0));
                Token token = new Token(Token.Kind.OPERATOR, operator, places.apply(at));
                at += operator.length();
                return token;
            }
        }
        throw new TemplateException(
                places.apply(at),
                "unexpected character '"
                        + Shown.cut(Character.toString(source.codePointAt(at)))
                        + "'");
    }

    private void balance(char bracket) {
        switch (bracket) {
            case '(' -> open.push(')');
            case '[' -> open.push(']');
            case '{' -> open.push('}');
            case ')', ']', '}' -> {
                if (open.isEmpty() || open.pop() != bracket) {
                    throw new TemplateException(
                            places.apply(at), "`" + bracket + "` closes nothing here");
                }
            }
            default -> {}
        }
    }
}
