package dev.tagwerk.jinja;

import java.util.ArrayList;
import java.util.List;

/**
 * Text to tokens, with the white space around tags dropped as Jinja does under {@code trim_blocks}
 * and {@code lstrip_blocks}: the line break behind a block or comment goes, and the blanks before
 * it when nothing else stands before it on its line; {@code -} drops all white space on its side,
 * {@code +} keeps it.
 */
final class Lexer {
    private static final int LONGEST = 1 << 20;

    private final String source;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int lineStart;
    private int counted;
    private boolean lineStarting = true;

    private Lexer(String source) {
        this.source = source;
    }

    static List<Token> tokens(String template) {
        if (template.length() > LONGEST) {
            throw new TemplateException(
                    new Place(1, 1),
                    "the template has "
                            + template.length()
                            + " characters, more than the "
                            + LONGEST
                            + " that this version reads");
        }
        String source = template.replace("\r\n", "\n").replace('\r', '\n');
        if (source.endsWith("\n")) {
            source = source.substring(0, source.length() - 1);
        }
        Lexer lexer = new Lexer(source);
        lexer.run();
        return lexer.tokens;
    }

    private void run() {
        while (at < source.length()) {
            int tag = nextTag();
            if (tag < 0) {
                data(source.substring(at));
                at = source.length();
                break;
            }
            char kind = source.charAt(tag + 1);
            int begin = tag + 2;
            char sign = begin < source.length() ? source.charAt(begin) : ' ';
            data(before(tag, kind, sign));
            begin += sign == '-' || sign == '+' ? 1 : 0;
            switch (kind) {
                case '#' -> comment(tag, begin);
                case '%' -> {
                    int body = rawBody(begin);
                    if (body >= 0) {
                        raw(tag, body);
                    } else {
                        code(tag, begin, false);
                    }
                }
                default -> code(tag, begin, true);
            }
        }
        tokens.add(new Token(Token.Kind.END_OF_TEMPLATE, "", place(source.length())));
    }

    private int nextTag() {
        for (int i = source.indexOf('{', at); i >= 0; i = source.indexOf('{', i + 1)) {
            char next = i + 1 < source.length() ? source.charAt(i + 1) : ' ';
            if (next == '{' || next == '%' || next == '#') {
                return i;
            }
        }
        return -1;
    }

    /** The text between the last tag and this one, less the white space that the tag drops. */
    private String before(int tag, char kind, char sign) {
        String text = source.substring(at, tag);
        if (sign == '-') {
            return PythonText.strip(text, false, true);
        }
        if (sign == '+' || kind == '{') {
            return text;
        }
        int start = text.lastIndexOf('\n') + 1;
        boolean own = start > 0 || lineStarting;
        boolean blank = start < text.length() && PythonText.isSpace(text.substring(start));
        return own && blank ? text.substring(0, start) : text;
    }

    private void data(String text) {
        if (!text.isEmpty()) {
            tokens.add(new Token(Token.Kind.DATA, text, place(at)));
        }
    }

    private void comment(int tag, int begin) {
        int end = source.indexOf("#}", begin);
        if (end < 0) {
            throw new TemplateException(place(tag), "the comment is not closed by `#}`");
        }
        skipEnd(begin, end, true);
    }

    /** Moves behind the end of a tag whose closing two characters are at {@code end}. */
    private void skipEnd(int begin, int end, boolean trimsLine) {
        char sign = end > begin ? source.charAt(end - 1) : ' ';
        int next = end + 2;
        if (sign == '-') {
            next = PythonText.skipSpace(source, next);
        } else if (trimsLine
                && sign != '+'
                && next < source.length()
                && source.charAt(next) == '\n') {
            next++;
        }
        at = next;
        lineStarting = source.charAt(next - 1) == '\n';
    }

    /** Where the text of a raw block begins; negative when the tag is no {@code raw}. */
    private int rawBody(int begin) {
        int name = PythonText.skipSpace(source, begin);
        if (!source.startsWith("raw", name)) {
            return -1;
        }
        int end = PythonText.skipSpace(source, name + 3);
        if (source.startsWith("-%}", end)) {
            return PythonText.skipSpace(source, end + 3);
        }
        return source.startsWith("%}", end) ? end + 2 : -1;
    }

    private void raw(int tag, int body) {
        for (int i = source.indexOf("{%", body); i >= 0; i = source.indexOf("{%", i + 1)) {
            int name = i + 2;
            char sign = name < source.length() ? source.charAt(name) : ' ';
            name = PythonText.skipSpace(source, sign == '-' || sign == '+' ? name + 1 : name);
            if (!source.startsWith("endraw", name)) {
                continue;
            }
            int end = PythonText.skipSpace(source, name + 6);
            boolean signed = source.startsWith("-%}", end) || source.startsWith("+%}", end);
            if (signed || source.startsWith("%}", end)) {
                at = body;
                lineStarting = source.charAt(body - 1) == '\n';
                data(before(i, '%', sign));
                skipEnd(i, signed ? end + 1 : end, true);
                return;
            }
        }
        throw new TemplateException(place(tag), "the raw block is not closed by `{% endraw %}`");
    }

    private void code(int tag, int begin, boolean output) {
        tokens.add(
                new Token(
                        output ? Token.Kind.OUTPUT_BEGIN : Token.Kind.STATEMENT_BEGIN,
                        "",
                        place(tag)));
        CodeLexer code = new CodeLexer(source, begin, output ? "}}" : "%}", this::place);
        int end = code.read(tokens);
        tokens.add(
                new Token(
                        output ? Token.Kind.OUTPUT_END : Token.Kind.STATEMENT_END, "", place(end)));
        skipEnd(begin, end, !output);
    }

    /** Places are asked for in rising order, nearly: lines are counted once. */
    private Place place(int index) {
        if (index < lineStart) {
            line = 1;
            lineStart = 0;
            counted = 0;
        }
        for (; counted < index; counted++) {
            if (source.charAt(counted) == '\n') {
                line++;
                lineStart = counted + 1;
            }
        }
        return new Place(line, index - lineStart + 1);
    }
}
