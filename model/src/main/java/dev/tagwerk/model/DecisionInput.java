package dev.tagwerk.model;

/**
 * One question as the model sees it.
 *
 * @param ids the prompt's tokens
 * @param optionPositions for each option the token whose hidden state is its key, in prompt order
 * @param query the token whose hidden state asks: the prompt's last
 */
public record DecisionInput(int[] ids, int[] optionPositions, int query) {
    public DecisionInput {
        if (optionPositions.length == 0) {
            throw new ModelException("optionPositions must not be empty");
        }
        int previous = -1;
        for (int position : optionPositions) {
            if (position <= previous || position >= ids.length) {
                throw new ModelException(
                        "option positions must ascend within the prompt: " + position);
            }
            previous = position;
        }
        if (query <= previous || query >= ids.length) {
            throw new ModelException(
                    "the query must come after the options, within the prompt: " + query);
        }
    }
}
