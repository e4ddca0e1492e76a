package dev.tagwerk.train;

/**
 * Dynamic loss scaling for fp16 (Micikevicius et al. 2018, arXiv:1710.03740; the constants of
 * torch's {@code GradScaler}): halve after an overflow, double after 2,000 steps without one. Off:
 * always 1.
 */
final class LossScaling {
    private static final double FIRST = 65_536;
    private static final double LEAST = 1;
    private static final int GROW_AFTER = 2_000;

    private final boolean on;
    private double scale;
    private int stepsSinceChange;

    LossScaling(boolean on) {
        this.on = on;
        this.scale = on ? FIRST : 1;
    }

    double scale() {
        return scale;
    }

    int stepsSinceChange() {
        return stepsSinceChange;
    }

    void restore(double savedScale, int savedSteps) {
        scale = on ? savedScale : 1;
        stepsSinceChange = savedSteps;
    }

    /** Adjusts the scale; false when the step was bad and no smaller scale can help. */
    boolean after(boolean finite) {
        if (!on) {
            return finite;
        }
        if (!finite) {
            stepsSinceChange = 0;
            if (scale <= LEAST) {
                return false;
            }
            scale /= 2;
            return true;
        }
        if (++stepsSinceChange >= GROW_AFTER) {
            scale *= 2;
            stepsSinceChange = 0;
        }
        return true;
    }
}
