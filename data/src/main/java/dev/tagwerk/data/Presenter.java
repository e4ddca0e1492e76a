package dev.tagwerk.data;

import java.util.Collections;
import java.util.List;

/**
 * Draws how each row is shown in each epoch: phrasing, order of a choice's options, direction of a
 * score's rubric; a noul keeps its order. A pure function of seed, epoch and line: a resumed run
 * draws what the run never stopped would have drawn, without any state to save.
 */
public final class Presenter {
    private final long seed;
    private final boolean shuffleOptions;
    private final double reverseRubricProbability;

    /**
     * @param shuffleOptions whether a choice's options are shuffled
     * @param reverseRubricProbability how often a score's levels are shown highest first; 0 to 1
     */
    public Presenter(long seed, boolean shuffleOptions, double reverseRubricProbability) {
        if (!(reverseRubricProbability >= 0 && reverseRubricProbability <= 1)) {
            throw new DataException(
                    "reverseRubricProbability must be from 0 to 1, not "
                            + reverseRubricProbability);
        }
        this.seed = seed;
        this.shuffleOptions = shuffleOptions;
        this.reverseRubricProbability = reverseRubricProbability;
    }

    /** How {@code row} is shown in {@code epoch} (from 0). */
    public Presentation present(DecisionRow row, int epoch) {
        Draw draw = Draw.of(seed, epoch, row.line());
        List<String> phrasings = row.phrasings();
        String instructions = phrasings.get(draw.below(phrasings.size()));
        return Presentation.inOrder(row, instructions, order(row, draw));
    }

    private List<Integer> order(DecisionRow row, Draw draw) {
        List<Integer> order = Presentation.identity(row.options().size());
        switch (row.kind()) {
            case NOUL -> {}
            case CHOICE -> {
                if (shuffleOptions) {
                    draw.shuffle(order);
                }
            }
            case SCORE -> {
                if (draw.unit() < reverseRubricProbability) {
                    Collections.reverse(order);
                }
            }
        }
        return order;
    }
}
