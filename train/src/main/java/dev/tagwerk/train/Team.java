package dev.tagwerk.train;

import dev.tagwerk.model.Parameters;
import java.util.function.Supplier;

/** The ranks that train together, as rank 0 leads them. One thread uses it. */
sealed interface Team extends AutoCloseable permits Alone, Crew {
    /** Which of them this process is. */
    Rank rank();

    /**
     * Waits until all have loaded what this one has, and are connected.
     *
     * @throws TrainException when one of them ended, or read other data or weights
     */
    void meet(Materials own);

    /** Lets all compute the gradients of their share of a step. */
    void step(RankOrder.Step step);

    /** Waits until all have computed; the sum of their parts of the loss, in their order. */
    double loss(double own);

    /** Sums the gradients of all, in their order, and lets all change their weights. */
    void sumGradients(Parameters parameters);

    /**
     * Compares what all hold.
     *
     * @throws TrainException naming the first that holds other weights or optimiser state
     */
    void requireSame(Parameters parameters, int step);

    /** The scores of all held-out rows, each rank's share computed by it. */
    Scores evaluate(Supplier<Scores> own);

    /** Resident memory of the other ranks when they last said it, in bytes. */
    long residentBytes();

    /** The largest resident memory of the other ranks, in bytes. */
    long peakResidentBytes();

    /** Ends the other ranks; none is left afterwards. */
    @Override
    void close();
}
