package dev.tagwerk.modelfiles;

/** How rotary frequencies are changed for texts longer than a model was first trained on. */
public sealed interface RopeScaling {
    /** Not at all. */
    record None() implements RopeScaling {}

    /**
     * Every frequency divided by {@code factor}.
     *
     * @param factor at least 1
     */
    record Linear(double factor) implements RopeScaling {}

    /**
     * A larger base where the row is longer than {@code maxPositions} (NTK-aware, as transformers'
     * {@code dynamic}); frequencies then depend on the row's length.
     *
     * @param factor at least 1
     * @param maxPositions {@code max_position_embeddings}
     */
    record Dynamic(double factor, int maxPositions) implements RopeScaling {}

    /**
     * YaRN (Peng et al. 2023, arXiv:2309.00071): high frequencies stay, low ones are divided by
     * {@code factor}, a ramp between; cosine and sine times {@code attentionFactor}.
     *
     * @param factor at least 1
     * @param originalPositions what the model was first trained on
     * @param attentionFactor above 0
     * @param betaFast rotations over {@code originalPositions} where the ramp begins
     * @param betaSlow rotations where it ends
     * @param truncate whether the ramp's ends are rounded outwards to whole dimensions
     */
    record Yarn(
            double factor,
            int originalPositions,
            double attentionFactor,
            double betaFast,
            double betaSlow,
            boolean truncate)
            implements RopeScaling {}

    /**
     * Llama 3.1's: wavelengths above {@code originalPositions / lowFrequencyFactor} are stretched
     * by {@code factor}, those below {@code originalPositions / highFrequencyFactor} stay, a smooth
     * transition between.
     *
     * @param factor at least 1
     * @param lowFrequencyFactor above 0, below {@code highFrequencyFactor}
     * @param highFrequencyFactor above {@code lowFrequencyFactor}
     * @param originalPositions what the model was first trained on
     */
    record Llama3(
            double factor,
            double lowFrequencyFactor,
            double highFrequencyFactor,
            int originalPositions)
            implements RopeScaling {}
}
