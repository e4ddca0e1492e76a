package dev.tagwerk.spec;

/**
 * Low-rank adapters: {@code y = Wx + scale · B(A(dropout(x)))}.
 *
 * @param rslora scale is {@code alpha / √rank} (Kalajdzievski 2023, arXiv:2312.03732) instead of
 *     {@code alpha / rank}
 */
public record LoraSettings(
        int rank, double alpha, double dropout, Targets targets, boolean rslora) {
    public LoraSettings {
        TrainingKeys.RANK.require((long) rank);
        TrainingKeys.ALPHA.require(alpha);
        TrainingKeys.DROPOUT.require(dropout);
        TrainingKeys.TARGETS.require(targets);
    }

    /** The factor before the adapter's product. */
    public double scale() {
        return rslora ? alpha / Math.sqrt(rank) : alpha / rank;
    }
}
