package dev.tagwerk.cli;

import dev.tagwerk.evaluate.Answer;
import dev.tagwerk.evaluate.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Answers for people: one bar per option. */
final class AnswerText {
    private static final int BAR = 30;
    private static final int WIDEST = 40;
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉";

    private final Shell shell;

    AnswerText(Shell shell) {
        this.shell = shell;
    }

    void print(String name, Question question, Answer answer) {
        shell.out().println(name + ": " + headline(answer));
        List<String> labels = labels(question);
        int width = labels.stream().mapToInt(String::length).max().orElse(0);
        for (int k = 0; k < labels.size(); k++) {
            double p = answer.probabilities().get(k);
            String label = labels.get(k);
            shell.out()
                    .println(
                            String.format(
                                            Locale.ROOT,
                                            "  %s%s  %.3f  %s",
                                            label,
                                            " ".repeat(width - label.length()),
                                            p,
                                            bar(p))
                                    .stripTrailing());
        }
    }

    private static String headline(Answer answer) {
        return switch (answer) {
            case Answer.Noul noul ->
                    String.format(
                            Locale.ROOT,
                            "%s (%.3f that it is true)",
                            noul.probability() >= 0.5 ? "true" : "false",
                            noul.probability());
            case Answer.Choice choice ->
                    String.format(
                            Locale.ROOT,
                            "%s (confidence %.2f)",
                            choice.choice(),
                            choice.confidence());
            case Answer.Score score ->
                    String.format(
                            Locale.ROOT,
                            "%.2f of 0 to %d (confidence %.2f)",
                            score.score(),
                            score.legend().size() - 1,
                            score.confidence());
        };
    }

    private static List<String> labels(Question question) {
        List<String> labels = new ArrayList<>();
        for (dev.tagwerk.data.Option option : question.options()) {
            String label =
                    switch (question.kind()) {
                        case NOUL, CHOICE -> option.name();
                        case SCORE -> (option.name() + " " + option.description()).strip();
                    };
            String line = label.replaceAll("\\p{Cntrl}", " ");
            labels.add(line.length() > WIDEST ? line.substring(0, WIDEST - 1) + "…" : line);
        }
        return labels;
    }

    private static String bar(double share) {
        int eighths = (int) Math.round(share * BAR * 8);
        String rest = eighths % 8 == 0 ? "" : EIGHTHS.substring(eighths % 8, eighths % 8 + 1);
        return "█".repeat(eighths / 8) + rest;
    }
}
