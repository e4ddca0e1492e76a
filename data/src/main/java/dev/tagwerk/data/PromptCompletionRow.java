package dev.tagwerk.data;

import java.util.Objects;

/**
 * A prompt and what the model is to answer; only the completion is learnt.
 *
 * @param line line of the file, from 1
 * @param prompt verbatim, may be empty
 * @param completion verbatim, not empty
 */
public record PromptCompletionRow(int line, String prompt, String completion) implements Row {
    public PromptCompletionRow {
        Objects.requireNonNull(prompt, "prompt");
        Objects.requireNonNull(completion, "completion");
        if (line < 1) {
            throw new DataException("line must be at least 1, not " + line);
        }
        if (completion.isEmpty()) {
            throw new DataException("`completion` is empty: there is nothing to learn");
        }
    }
}
