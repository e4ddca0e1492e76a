package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits shell text into commands and words, as far as POSIX' rules of quoting go (Shell Command
 * Language, section 2.2 and 2.3). Nothing is expanded: a word with {@code $NAME} keeps it. Here
 * documents, comments and the inside of {@code $(…)} are passed over.
 */
final class ShellText {
    /**
     * A word.
     *
     * @param text without quotes
     * @param quoted whether any part of it was quoted
     */
    record Word(String text, Span span, boolean quoted) {}

    private static final String OPERATORS = "|&;()\n";
    private static final int COMMANDS = 20_000;

    private final String text;
    private final List<List<Word>> commands = new ArrayList<>();
    private final List<String> hereDocuments = new ArrayList<>();
    private List<Word> words = new ArrayList<>();
    private int at;

    private ShellText(String text) {
        this.text = text;
    }

    /** The commands of a text; bounded by the text's own length. */
    static List<List<Word>> commands(String text) {
        ShellText shell = new ShellText(text);
        shell.run();
        return shell.commands;
    }

    private void run() {
        while (at < text.length() && commands.size() < COMMANDS) {
            char here = text.charAt(at);
            if (here == '\n') {
                end();
                at++;
                skipHereDocuments();
            } else if (OPERATORS.indexOf(here) >= 0) {
                end();
                at++;
            } else if (Character.isWhitespace(here)) {
                at++;
            } else if (continued()) {
                at += text.startsWith("\\\r\n", at) ? 3 : 2;
            } else if (here == '#') {
                skipTo('\n');
            } else if (here == '<' || here == '>') {
                redirection();
            } else {
                words.add(word());
            }
        }
        end();
    }

    private boolean continued() {
        return text.startsWith("\\\n", at) || text.startsWith("\\\r\n", at);
    }

    private void end() {
        if (!words.isEmpty()) {
            commands.add(List.copyOf(words));
            words = new ArrayList<>();
        }
    }

    private void skipTo(char end) {
        int found = text.indexOf(end, at);
        at = found < 0 ? text.length() : found;
    }

    private void redirection() {
        boolean here = text.startsWith("<<", at) && !text.startsWith("<<<", at);
        while (at < text.length() && "<>&-".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        if (at < text.length() && OPERATORS.indexOf(text.charAt(at)) < 0) {
            Word target = word();
            if (here) {
                hereDocuments.add(target.text());
            }
        }
    }

    private void skipHereDocuments() {
        for (String end : hereDocuments) {
            while (at < text.length()) {
                int line = at;
                skipTo('\n');
                String content = text.substring(line, at).strip();
                at = Math.min(text.length(), at + 1);
                if (content.equals(end)) {
                    break;
                }
            }
        }
        hereDocuments.clear();
    }

    private Word word() {
        int start = at;
        StringBuilder plain = new StringBuilder();
        boolean quoted = false;
        while (at < text.length()) {
            char here = text.charAt(at);
            if (here == '\'') {
                quoted = true;
                single(plain);
            } else if (here == '"') {
                quoted = true;
                twice(plain);
            } else if (here == '\\') {
                escape(plain);
            } else if (text.startsWith("$(", at) || here == '`') {
                substitution(plain);
            } else if (Character.isWhitespace(here)
                    || OPERATORS.indexOf(here) >= 0
                    || here == '<'
                    || here == '>') {
                break;
            } else {
                plain.append(here);
                at++;
            }
        }
        return new Word(plain.toString(), new Span(start, at), quoted);
    }

    private void single(StringBuilder plain) {
        int end = text.indexOf('\'', at + 1);
        int until = end < 0 ? text.length() : end;
        plain.append(text, at + 1, until);
        at = Math.min(text.length(), until + 1);
    }

    private void twice(StringBuilder plain) {
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            if (text.charAt(at) == '\\') {
                escape(plain);
            } else if (text.startsWith("$(", at)) {
                substitution(plain);
            } else {
                plain.append(text.charAt(at));
                at++;
            }
        }
        at = Math.min(text.length(), at + 1);
    }

    private void escape(StringBuilder plain) {
        if (continued()) {
            at += text.startsWith("\\\r\n", at) ? 3 : 2;
            return;
        }
        if (at + 1 < text.length()) {
            plain.append(text.charAt(at + 1));
        }
        at = Math.min(text.length(), at + 2);
    }

    /** Kept as it stands: what it gives is not known before it runs. */
    private void substitution(StringBuilder plain) {
        int start = at;
        if (text.charAt(at) == '`') {
            int end = text.indexOf('`', at + 1);
            at = end < 0 ? text.length() : end + 1;
        } else {
            int open = 0;
            while (at < text.length()) {
                char here = text.charAt(at);
                at++;
                if (here == '(') {
                    open++;
                } else if (here == ')' && --open == 0) {
                    break;
                }
            }
        }
        plain.append(text, start, at);
    }
}
