package dev.tagwerk.spec;

import java.util.Locale;

/**
 * A constant that has a word in the job language: {@code PROMPT_COMPLETION} is {@code
 * prompt-completion}.
 */
public interface Word {
    /** The constant's Java name. */
    String name();

    /** The word that stands in job files, JSON and messages. */
    default String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
