package dev.tagwerk.evaluate;

import java.util.Locale;

/** How a model's choice among options is read. */
public enum Reading {
    /** The pointer head's logits; needs a trained head. */
    HEAD,
    /**
     * Without a head: how likely the language model finds each option as the text that follows
     * {@code <answer>}. The text is the option's line without its number, {@code name} or {@code
     * name — description}; it is tokenised on its own, without special tokens, so that every option
     * continues the same prompt. The option's logit is the mean log likelihood of its tokens
     * (natural logarithm): the sum would prefer short options.
     */
    OPTION_TEXTS,
    /**
     * Without a head: the logits of the tokens {@code 1}, {@code 2}, … as the token after {@code
     * <answer>}; for questions of up to nine options, because only these numbers are one token.
     */
    OPTION_NUMBERS;

    /** The most options that a question may have. */
    public int mostOptions() {
        return this == OPTION_NUMBERS ? 9 : Integer.MAX_VALUE;
    }

    /** As in reports: {@code head}, {@code option texts}, {@code option numbers}. */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
