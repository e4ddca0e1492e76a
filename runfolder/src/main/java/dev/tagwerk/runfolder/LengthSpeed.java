package dev.tagwerk.runfolder;

/**
 * How long steps of one length class took.
 *
 * @param maxLength upper bound of the class: tokens in the step's longest row
 * @param steps steps measured
 * @param medianSeconds median wall time of one step
 */
public record LengthSpeed(int maxLength, int steps, double medianSeconds) {
    public LengthSpeed {
        if (maxLength < 1) {
            throw new IllegalArgumentException("maxLength: must be positive, is " + maxLength);
        }
        if (steps < 1) {
            throw new IllegalArgumentException("steps: must be positive, is " + steps);
        }
        if (!(medianSeconds >= 0)) {
            throw new IllegalArgumentException(
                    "medianSeconds: must not be negative, is " + medianSeconds);
        }
    }
}
