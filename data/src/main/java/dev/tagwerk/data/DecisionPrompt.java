package dev.tagwerk.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The text of one question, in the decision format, with the characters of every option's line.
 *
 * @param text the whole prompt; ends with {@code <answer>} and no newline
 * @param optionSpans the line of each option, in the order rendered, without its newline
 */
public record DecisionPrompt(String text, List<Span> optionSpans) {
    private static final String DASH = " — ";

    public DecisionPrompt {
        Objects.requireNonNull(text, "text");
        optionSpans = List.copyOf(optionSpans);
    }

    /** Renders {@code options} in the order given, numbered from 1. */
    public static DecisionPrompt render(
            QuestionKind kind, String state, String instructions, List<Option> options) {
        StringBuilder text = new StringBuilder(state.length() + 512);
        text.append("<state>\n").append(Whitespace.trim(state)).append("\n</state>\n");
        text.append("<question type=\"").append(kind.word()).append("\">\n");
        text.append(kind.header()).append('\n');
        text.append(Whitespace.trim(instructions)).append('\n');
        text.append("<options>\n");
        List<Span> spans = new ArrayList<>(options.size());
        for (int k = 0; k < options.size(); k++) {
            int start = text.length();
            Option option = options.get(k);
            text.append(k + 1).append(". ").append(option.name());
            String description = Whitespace.fold(option.description());
            if (!description.isEmpty()) {
                text.append(DASH).append(description);
            }
            spans.add(new Span(start, text.length()));
            text.append('\n');
        }
        text.append("</options>\n</question>\n<answer>");
        return new DecisionPrompt(text.toString(), spans);
    }

    /** Renders {@code row} with its own phrasing and its options in canonical order. */
    public static DecisionPrompt render(DecisionRow row) {
        return render(row.kind(), row.state(), row.instructions(), row.options());
    }
}
