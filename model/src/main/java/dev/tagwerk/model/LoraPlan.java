package dev.tagwerk.model;

import java.util.Set;

/**
 * Which linear maps get a low-rank correction, and how large.
 *
 * @param rank columns of B and rows of A
 * @param scale alpha/rank, or alpha/sqrt(rank) with rslora
 * @param dropout probability, on the correction's input
 * @param slots the linear maps, in every block; those that the architecture lacks are left out
 * @param head whether the language model head gets one too
 */
public record LoraPlan(int rank, double scale, double dropout, Set<Slot> slots, boolean head) {
    public LoraPlan {
        slots = Set.copyOf(slots);
        if (rank < 1) {
            throw new ModelException("rank must be at least 1, not " + rank);
        }
        if (!(dropout >= 0 && dropout < 1)) {
            throw new ModelException("dropout must lie in [0, 1), not " + dropout);
        }
        if (slots.isEmpty() && !head) {
            throw new ModelException("slots must name at least one linear map");
        }
    }

    /** Of maps in the blocks alone. */
    public LoraPlan(int rank, double scale, double dropout, Set<Slot> slots) {
        this(rank, scale, dropout, slots, false);
    }
}
