package dev.tagwerk.jinja;

/** What stands between quotes, with Python's escapes ({@code unicode-escape}) resolved. */
final class StringLiteral {
    private final String written;
    private final StringBuilder value = new StringBuilder();
    private int at;

    private StringLiteral(String written) {
        this.written = written;
    }

    static String decode(String written) {
        return written.indexOf('\\') < 0 ? written : new StringLiteral(written).decode();
    }

    private String decode() {
        while (at < written.length()) {
            char c = written.charAt(at++);
            if (c == '\\') {
                escape(written.charAt(at++));
            } else {
                value.append(c);
            }
        }
        return value.toString();
    }

    private void escape(char c) {
        switch (c) {
            case '\n' -> {}
            case '\\', '\'', '"' -> value.append(c);
            case 'a' -> value.append('\u0007');
            case 'b' -> value.append('\b');
            case 'f' -> value.append('\f');
            case 'n' -> value.append('\n');
            case 'r' -> value.append('\r');
            case 't' -> value.append('\t');
            case 'v' -> value.append('\u000B');
            case 'x' -> hexadecimal(2);
            case 'u' -> hexadecimal(4);
            case 'U' -> hexadecimal(8);
            case 'N' ->
                    throw new Fault(
                            "characters by name (\\N{…}) are not known to this version; write the"
                                    + " character");
            default -> {
                if (c >= '0' && c <= '7') {
                    at--;
                    octal();
                } else {
                    value.append('\\').append(c);
                }
            }
        }
    }

    private void hexadecimal(int digits) {
        int code = 0;
        for (int i = 0; i < digits; i++) {
            int digit = at < written.length() ? Character.digit(written.charAt(at), 16) : -1;
            if (digit < 0 || code > 0x10FFFF) {
                throw new Fault("the string holds a broken \\x, \\u or \\U escape");
            }
            code = code * 16 + digit;
            at++;
        }
        if (code > Character.MAX_CODE_POINT) {
            throw new Fault("the string holds an escape beyond Unicode");
        }
        value.appendCodePoint(code);
    }

    private void octal() {
        int code = 0;
        for (int i = 0; i < 3 && at < written.length(); i++) {
            int digit = Character.digit(written.charAt(at), 8);
            if (digit < 0) {
                break;
            }
            code = code * 8 + digit;
            at++;
        }
        value.appendCodePoint(code);
    }
}
