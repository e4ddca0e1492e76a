package dev.tagwerk.modelfiles;

/**
 * A text as tokens.
 *
 * @param ids the tokens' numbers
 * @param starts where each token begins in the text, as an index of {@link String#charAt}
 * @param ends where each token ends, exclusive; a token that stands for no text (a special token
 *     that the tokenizer added) begins and ends at 0
 */
@SuppressWarnings("ArrayRecordComponent") // Hot path: millions of tokens, never compared.
public record Encoded(int[] ids, int[] starts, int[] ends) {
    public Encoded {
        if (starts.length != ids.length || ends.length != ids.length) {
            throw new ModelFilesException(
                    "ids, starts and ends must be equally long, but are %d, %d and %d"
                            .formatted(ids.length, starts.length, ends.length));
        }
    }

    /** The number of tokens. */
    public int length() {
        return ids.length;
    }
}
