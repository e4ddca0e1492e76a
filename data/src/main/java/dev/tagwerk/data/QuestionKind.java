package dev.tagwerk.data;

import java.util.Locale;
import java.util.Optional;

/** The three kinds of question of the decision format. */
public enum QuestionKind {
    /** Is the statement true of the state? Options {@code false}, {@code true}, in this order. */
    NOUL("Decide whether the statement is true of the state.", 2, 2),
    /** Which one of 2 to 255 named options? */
    CHOICE("Select exactly one option.", 2, 255),
    /** Which of 2 to 10 ordered levels, lowest first? */
    SCORE("Rate the state against the ordered levels below (lowest first).", 2, 10);

    private final String header;
    private final int minimumOptions;
    private final int maximumOptions;

    QuestionKind(String header, int minimumOptions, int maximumOptions) {
        this.header = header;
        this.minimumOptions = minimumOptions;
        this.maximumOptions = maximumOptions;
    }

    /** The word in rows and in the prompt: {@code noul}, {@code choice} or {@code score}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The first line of the question in the prompt. */
    public String header() {
        return header;
    }

    public int minimumOptions() {
        return minimumOptions;
    }

    public int maximumOptions() {
        return maximumOptions;
    }

    /** The kind that a row calls {@code word}. */
    public static Optional<QuestionKind> of(String word) {
        for (QuestionKind kind : values()) {
            if (kind.word().equals(word)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
