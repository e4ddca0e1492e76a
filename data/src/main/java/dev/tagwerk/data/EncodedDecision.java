package dev.tagwerk.data;

import java.util.Objects;

/**
 * A decision as tokens. The arrays are the record's own: do not write to them.
 *
 * @param ids token ids of the whole prompt
 * @param optionPositions index into {@code ids} of the key token of each option, in rendered order
 * @param queryPosition index of the token whose state asks: the prompt's last
 */
public record EncodedDecision(int[] ids, int[] optionPositions, int queryPosition) {
    public EncodedDecision {
        Objects.requireNonNull(ids, "ids");
        Objects.requireNonNull(optionPositions, "optionPositions");
        if (queryPosition < 0 || queryPosition >= ids.length) {
            throw new DataException(
                    "queryPosition " + queryPosition + " is none of " + ids.length + " tokens");
        }
        int before = -1;
        for (int position : optionPositions) {
            if (position <= before || position >= queryPosition) {
                throw new DataException(
                        "optionPositions must rise and stay before the query, not " + position);
            }
            before = position;
        }
    }

    public int length() {
        return ids.length;
    }
}
