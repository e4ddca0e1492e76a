package dev.tagwerk.train;

import dev.tagwerk.spec.Length;
import dev.tagwerk.spec.Warmup;

/** How many steps a recipe means. */
final class Lengths {
    private Lengths() {}

    static int steps(Length length, int stepsPerEpoch) {
        return switch (length) {
            case Length.Steps steps -> steps.steps();
            case Length.Epochs epochs ->
                    Math.max(1, (int) Math.ceil(epochs.epochs() * stepsPerEpoch - 1e-9));
        };
    }

    static int warmup(Warmup warmup, int totalSteps) {
        return switch (warmup) {
            case Warmup.Steps steps -> steps.steps();
            case Warmup.Ratio ratio -> (int) Math.ceil(ratio.ratio() * totalSteps - 1e-9);
        };
    }
}
