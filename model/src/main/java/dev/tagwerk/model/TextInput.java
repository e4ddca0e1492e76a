package dev.tagwerk.model;

/**
 * One row of text to learn from.
 *
 * @param ids tokens
 * @param learnt for each token whether it is a label: predicted from the token before it. The first
 *     token of a row has none before it and is never a label
 */
public record TextInput(int[] ids, boolean[] learnt) {
    public TextInput {
        if (ids.length != learnt.length) {
            throw new ModelException(
                    "ids and learnt must have the same length: "
                            + ids.length
                            + " and "
                            + learnt.length);
        }
    }

    /** The number of labels. */
    public int labels() {
        int count = 0;
        for (int i = 1; i < learnt.length; i++) {
            if (learnt[i]) {
                count++;
            }
        }
        return count;
    }
}
