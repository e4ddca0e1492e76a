package dev.tagwerk.data;

import java.util.Objects;

/**
 * A text as tokens. The arrays are the record's own: do not write to them.
 *
 * @param ids token ids
 * @param learnt whether token i is a label, predicted from the tokens before it; never the first
 */
public record EncodedText(int[] ids, boolean[] learnt) {
    public EncodedText {
        Objects.requireNonNull(ids, "ids");
        Objects.requireNonNull(learnt, "learnt");
        if (ids.length != learnt.length) {
            throw new DataException(
                    "learnt has " + learnt.length + " entries for " + ids.length + " tokens");
        }
        if (learnt.length > 0 && learnt[0]) {
            throw new DataException(
                    "learnt[0] must be false: nothing stands before the first token");
        }
    }

    public int length() {
        return ids.length;
    }

    /** How many tokens are learnt. */
    public int learntCount() {
        int count = 0;
        for (boolean label : learnt) {
            count += label ? 1 : 0;
        }
        return count;
    }
}
