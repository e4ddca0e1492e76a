package dev.tagwerk.data;

import dev.tagwerk.spec.DataFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The report for people. */
final class CheckText {
    private static final int LISTED = 10;
    private static final int LABELS = 12;
    private static final int BAR = 30;
    private final CheckReport report;
    private final boolean colour;
    private final boolean all;
    private final StringBuilder out = new StringBuilder();

    CheckText(CheckReport report, boolean colour, boolean all) {
        this.report = report;
        this.colour = colour;
        this.all = all;
    }

    String text() {
        head();
        lengths();
        tooLong();
        notes();
        labels();
        roles();
        repeats();
        badLines();
        examples();
        verdict();
        return out.toString();
    }

    private void head() {
        line("%s: %s, format %s", report.file(), rows(report.rows()), report.format().word());
    }

    private void lengths() {
        Lengths lengths = report.lengths();
        if (lengths.rows() == 0) {
            return;
        }
        line("");
        line(
                "Length in %s: min %s, median %s, 95 %% up to %s, max %s; %s in all",
                report.unit(),
                Words.grouped(lengths.min()),
                Words.grouped(lengths.median()),
                Words.grouped(lengths.p95()),
                Words.grouped(lengths.max()),
                Words.grouped(lengths.total()));
        if (report.unit().equals("tokens")) {
            line("Learnt per epoch: %s", learnt());
        } else {
            line("Without a model there is no tokenizer: name one to see lengths in tokens, the");
            line("rows that are too long and the tokens that are learnt.");
        }
    }

    private String learnt() {
        return report.labels().isEmpty()
                ? Words.counted(report.learntTokens(), "token")
                : Words.counted(report.learntTokens(), "answer");
    }

    private void tooLong() {
        if (!report.dropped().isEmpty()) {
            line(
                    "Dropped: %s longer than max_length %s (%s)",
                    rows(report.dropped().size()),
                    Words.grouped(report.maxLength()),
                    longRows(report.dropped()));
        }
        if (!report.truncated().isEmpty()) {
            line(
                    "Truncated at the end: %s longer than max_length %s (%s)",
                    rows(report.truncated().size()),
                    Words.grouped(report.maxLength()),
                    longRows(report.truncated()));
        }
    }

    private String longRows(List<CheckReport.LongRow> rows) {
        List<String> shown = new ArrayList<>();
        for (CheckReport.LongRow row : rows.subList(0, Math.min(rows.size(), LISTED))) {
            shown.add(at(row.line()) + ": " + Words.grouped(row.length()));
        }
        return String.join(", ", shown) + (rows.size() > LISTED ? ", …" : "");
    }

    private void notes() {
        if (report.mergedBoundaries() > 0) {
            line(
                    "Note: in %s one token holds the end of the prompt and the start of the"
                            + " completion; it is learnt. End prompts without a space to avoid it.",
                    rows(report.mergedBoundaries()));
        }
        if (report.splitConversations() > 0) {
            line(
                    "Note: %s learnt as several texts, because the chat template writes turns"
                            + " differently once others follow.",
                    report.splitConversations() == 1
                            ? "1 row is"
                            : rows(report.splitConversations()) + " are");
        }
        if (!report.chatTemplate().isEmpty()) {
            line("Conversations are written with %s", report.chatTemplate());
        }
        if (!report.endToken()) {
            line(
                    report.chatTemplate().isEmpty()
                            ? "Note: the tokenizer names no end token, so a tuned model never learns to"
                                    + " stop."
                            : "Note: behind the assistant's words the template writes no special token"
                                    + " that this tokenizer knows, so nothing tells where a turn ends.");
        }
        if (!report.emptyAnswers().isEmpty()) {
            line(
                    "Note: in %s (%s) a turn of the assistant says nothing, and is learnt; give it"
                            + " \"weight\": 0, or remove it.",
                    rows(report.emptyAnswers().size()),
                    report.numbering().word()
                            + (report.emptyAnswers().size() == 1 ? " " : "s ")
                            + lines(report.emptyAnswers()));
        }
        report.tools().notes(report.numbering()).forEach(note -> line("Note: %s.", note));
        new TreeMap<>(report.ignoredKeys())
                .forEach((key, count) -> line("Ignored key: `%s` in %s", key, rows(count)));
    }

    private void labels() {
        for (QuestionKind kind : QuestionKind.values()) {
            List<CheckReport.LabelCount> labels =
                    report.labels().stream().filter(label -> label.kind() == kind).toList();
            if (labels.isEmpty()) {
                continue;
            }
            int total = labels.stream().mapToInt(CheckReport.LabelCount::count).sum();
            line("");
            line("Right answers of %s, %s:", kind.word(), rows(total));
            int width = 0;
            for (CheckReport.LabelCount label : labels.subList(0, shown(labels))) {
                width = Math.max(width, Words.visible(label.label(), 40).length());
            }
            for (CheckReport.LabelCount label : labels.subList(0, shown(labels))) {
                double share = (double) label.count() / total;
                line(
                        "  %-" + width + "s %8s %5.1f %% %s",
                        Words.visible(label.label(), 40),
                        Words.grouped(label.count()),
                        100 * share,
                        "█".repeat((int) Math.round(share * BAR)));
            }
            if (labels.size() > LABELS) {
                int rest =
                        labels.stream().skip(LABELS).mapToInt(CheckReport.LabelCount::count).sum();
                line("  … %s in %s more answers", rows(rest), labels.size() - LABELS);
            }
        }
    }

    private static int shown(List<CheckReport.LabelCount> labels) {
        return Math.min(labels.size(), LABELS);
    }

    private void roles() {
        if (report.roles().isEmpty()) {
            return;
        }
        line("");
        Lengths messages = report.messages();
        line(
                "Messages per conversation: min %s, median %s, max %s; %s in all",
                Words.grouped(messages.min()),
                Words.grouped(messages.median()),
                Words.grouped(messages.max()),
                Words.grouped(messages.total()));
        for (RoleCount role : report.roles()) {
            line(
                    "  %-9s %8s in %s",
                    role.role(), Words.counted(role.turns(), "turn"), rows(role.rows()));
        }
    }

    private void repeats() {
        if (report.rows() == 0) {
            return;
        }
        line("");
        if (report.duplicates().isEmpty()) {
            line("Duplicates: none");
        } else {
            line(
                    "Duplicates: %s (rows that repeat an earlier one)",
                    Words.grouped(report.duplicateRows()));
            report.duplicates().stream()
                    .limit(LISTED)
                    .forEach(
                            group ->
                                    line(
                                            "  %ss %s",
                                            report.numbering().word(), lines(group.lines())));
            more(report.duplicates().size());
        }
        if (!report.conflicts().isEmpty()) {
            line(
                    report.format() == DataFormat.PROMPT_COMPLETION
                            ? "One prompt, several completions: %s"
                            : "Contradictions: %s with different answers",
                    Words.counted(report.conflicts().size(), "input"));
            for (CheckReport.Conflict conflict :
                    report.conflicts().stream().limit(LISTED).toList()) {
                List<String> said = new ArrayList<>();
                for (int i = 0; i < Math.min(conflict.lines().size(), LISTED); i++) {
                    said.add(
                            at(conflict.lines().get(i))
                                    + " says "
                                    + Words.quoted(conflict.answers().get(i)));
                }
                line("  %s", String.join(", ", said));
            }
            more(report.conflicts().size());
        }
    }

    private void more(int size) {
        if (size > LISTED) {
            line("  … and %s more", Words.grouped(size - LISTED));
        }
    }

    private static String lines(List<Integer> lines) {
        List<String> shown = new ArrayList<>();
        lines.stream().limit(LISTED).forEach(line -> shown.add(String.valueOf(line)));
        return String.join(", ", shown) + (lines.size() > LISTED ? ", …" : "");
    }

    private void badLines() {
        if (report.bad().isEmpty()) {
            return;
        }
        line("");
        line("Bad %ss: %s", report.numbering().word(), Words.grouped(report.bad().size()));
        BadLines.listed(report.bad(), report.numbering(), all).forEach(one -> line("  %s", one));
    }

    private String at(int number) {
        return report.numbering().at(number);
    }

    private void examples() {
        for (CheckReport.Example example : report.examples()) {
            line("");
            line(
                    "Example, %s (%s):",
                    at(example.line()), colour ? "coloured is learnt" : "⟦…⟧ is learnt");
            ExampleText.lines(example, colour).forEach(shown -> line("  | %s", shown));
        }
    }

    private void verdict() {
        line("");
        if (report.rows() == 0 && report.bad().isEmpty()) {
            line("Not usable: the file holds no row.");
        } else if (!report.bad().isEmpty()) {
            line(
                    "Not usable yet: mend or remove the %s above.",
                    Words.counted(report.bad().size(), "bad " + report.numbering().word()));
        } else if (report.kept() == 0) {
            line("Not usable: every row is longer than max_length; raise it.");
        } else {
            line("Usable: %s to train on.", rows(report.kept()));
        }
    }

    private static String rows(int count) {
        return Words.counted(count, "row");
    }

    private void line(String format, Object... values) {
        out.append(String.format(java.util.Locale.ROOT, format, values)).append('\n');
    }
}
