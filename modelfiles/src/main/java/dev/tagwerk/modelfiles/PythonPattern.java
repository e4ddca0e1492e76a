package dev.tagwerk.modelfiles;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression of Python's {@code re}, which PEFT's files hold, matched with a bound on the
 * work: an expression from a stranger may backtrack for longer than anybody waits.
 *
 * <p>Not thread-safe: it counts down what it may still look at.
 */
final class PythonPattern {
    static final int MAX_LENGTH = 1000;

    private final String text;
    private final Pattern pattern;
    private final Work work;

    private PythonPattern(String text, Pattern pattern, Work work) {
        this.text = text;
        this.pattern = pattern;
        this.work = work;
    }

    /** What several patterns may look at together, backtracking included. */
    static final class Work {
        private long left = 200_000_000;
    }

    /**
     * Compiles an expression.
     *
     * @throws ModelFilesException when it is none, is too long, or uses what only Python has
     */
    static PythonPattern of(String text) {
        return of(text, new Work());
    }

    /** The same for one of several that share what they may look at. */
    static PythonPattern of(String text, Work work) {
        return around("", text, "", work);
    }

    /** The same of an expression between others; messages show it alone, as it was written. */
    static PythonPattern around(String before, String text, String after, Work work) {
        if (text.length() > MAX_LENGTH) {
            throw new ModelFilesException(
                    "a pattern may have %d characters, but has %d"
                            .formatted(MAX_LENGTH, text.length()));
        }
        try {
            String whole = before + text + after;
            return new PythonPattern(
                    text,
                    Pattern.compile(new PythonSyntax(whole).translated(), Pattern.UNIX_LINES),
                    work);
        } catch (PatternSyntaxException e) {
            throw new ModelFilesException(
                    "'%s' is no regular expression that is understood here: %s"
                            .formatted(Messages.shortened(text), e.getDescription()),
                    e);
        } catch (StackOverflowError e) {
            throw new ModelFilesException(
                    "'%s' is nested too deeply".formatted(Messages.shortened(text)), e);
        }
    }

    /** As {@code re.fullmatch}. */
    boolean fullMatch(String subject) {
        return bounded(subject, Matcher::matches);
    }

    /** As {@code re.match}: from the beginning, not necessarily to the end. */
    boolean match(String subject) {
        return bounded(subject, Matcher::lookingAt);
    }

    /** What a named group took in {@code re.match}; empty without a match. */
    Optional<String> matchedGroup(String subject, String name) {
        Matcher[] used = new Matcher[1];
        boolean found =
                bounded(
                        subject,
                        matcher -> {
                            used[0] = matcher;
                            return matcher.lookingAt();
                        });
        return found
                ? Optional.ofNullable(used[0].group(PythonSyntax.javaName(name)))
                : Optional.empty();
    }

    private boolean bounded(String subject, Predicate<Matcher> matching) {
        try {
            return matching.test(pattern.matcher(new Counted(subject, 0, subject.length())));
        } catch (StackOverflowError e) {
            throw tooMuch(e);
        }
    }

    private ModelFilesException tooMuch(@Nullable Throwable cause) {
        return new ModelFilesException(
                "pattern '%s' takes too long to match; write it without nested repetitions"
                        .formatted(Messages.shortened(text)),
                cause);
    }

    /** The text under the matcher; every look at it costs. */
    private final class Counted implements CharSequence {
        private final String subject;
        private final int from;
        private final int to;

        Counted(String subject, int from, int to) {
            this.subject = subject;
            this.from = from;
            this.to = to;
        }

        @Override
        public char charAt(int index) {
            if (work.left-- <= 0) {
                throw tooMuch(null);
            }
            return subject.charAt(from + index);
        }

        @Override
        public int length() {
            return to - from;
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Counted(subject, from + start, from + end);
        }

        @Override
        public String toString() {
            return subject.substring(from, to);
        }
    }
}
