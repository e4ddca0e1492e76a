package dev.tagwerk.preflight;

import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.spec.Problem;
import dev.tagwerk.spec.Shown;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Findings for people, the way compilers print them. Why and source stand at a rule's first
 * finding. Not thread-safe: one for each call.
 */
public final class TerminalReport {
    private static final int WIDTH = 88;
    private static final String BOLD = "\033[1m";
    private static final String RED = "\033[31m";
    private static final String YELLOW = "\033[33m";
    private static final String CYAN = "\033[36m";
    private static final String GREEN = "\033[32m";
    private static final String PLAIN = "\033[0m";

    private final boolean coloured;
    private final Set<String> explained = new HashSet<>();
    private Optional<SecretMask> masked = Optional.empty();

    public TerminalReport(boolean coloured) {
        this.coloured = coloured;
    }

    /** Everything about all files, and a line that sums up. */
    public String text(Report report) {
        StringBuilder text = new StringBuilder();
        report.files().forEach(file -> text.append(text(file)));
        for (Problem problem : report.unread()) {
            text.append(text(problem)).append('\n');
        }
        return text.append(report.summary()).append('\n').toString();
    }

    /** Everything about one file; empty where there is nothing to say. */
    public String text(FileReport file) {
        StringBuilder text = new StringBuilder();
        file.problems().forEach(problem -> text.append(text(problem)).append('\n'));
        file.failures().forEach(one -> text.append(text(one.problem(file.name()))).append('\n'));
        file.findings().forEach(finding -> append(text, finding));
        return text.toString();
    }

    /** One problem, in one line without its break. */
    public static String text(Problem problem) {
        return Shown.whole(problem.toString());
    }

    private void append(StringBuilder text, Finding finding) {
        String place =
                Shown.whole(finding.source().name())
                        + ":"
                        + finding.place().line()
                        + ":"
                        + finding.place().column()
                        + ":";
        text.append(paint(BOLD, place)).append(' ');
        text.append(paint(BOLD + colour(finding.severity()), finding.severity().word()));
        text.append(' ').append(paint(BOLD, finding.rule().id())).append(' ');
        text.append(Shown.whole(finding.what())).append('\n');
        snippet(text, finding);
        boolean first = explained.add(finding.rule().id());
        if (first) {
            labelled(text, "why:   ", wrapped(finding.rule().why()));
        }
        if (!finding.write().isBlank()) {
            labelled(text, "write: ", finding.write().strip().lines().toList());
        }
        if (first) {
            labelled(
                    text,
                    "source:",
                    List.of(
                            String.join("; ", finding.rule().source())
                                    + " (looked up "
                                    + finding.rule().checked()
                                    + ")"));
        }
        text.append('\n');
    }

    private void snippet(StringBuilder text, Finding finding) {
        boolean secret = finding.rule().id().startsWith("TW-SEC-");
        Snippet snippet =
                secret
                        ? Snippet.masked(finding.source(), finding.span(), masks(finding.source()))
                        : Snippet.of(finding.source(), finding.span(), masks(finding.source()));
        String number = String.valueOf(finding.place().line());
        String blank = " ".repeat(Math.max(4, number.length()));
        text.append(paint(CYAN, blank.substring(number.length()) + number + " | "));
        text.append(snippet.line()).append('\n');
        text.append(paint(CYAN, blank + " | ")).append(" ".repeat(snippet.before()));
        text.append(paint(GREEN, "^".repeat(snippet.width()))).append('\n');
    }

    /** Findings about something else may share their line with a secret. */
    private SecretMask masks(SourceFile source) {
        if (masked.filter(one -> one.source() == source).isEmpty()) {
            masked = Optional.of(SecretMask.of(source));
        }
        return masked.get();
    }

    private void labelled(StringBuilder text, String label, List<String> lines) {
        String lead = "  " + paint(BOLD, label) + " ";
        for (String line : lines) {
            text.append(lead).append(Shown.whole(line)).append('\n');
            lead = " ".repeat(label.length() + 3);
        }
    }

    private static List<String> wrapped(String text) {
        List<String> lines = new java.util.ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split("\\s+")) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private static String colour(Severity severity) {
        return switch (severity) {
            case ERROR -> RED;
            case WARNING -> YELLOW;
            case NOTE -> CYAN;
        };
    }

    private String paint(String colour, String text) {
        return coloured ? colour + text + PLAIN : text;
    }
}
