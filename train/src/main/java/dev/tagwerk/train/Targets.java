package dev.tagwerk.train;

/** What a decision row should learn, as a weight per option. */
final class Targets {
    private Targets() {}

    /**
     * The label alone, or, for an ordered scale, with a part moved to its neighbours: half to each,
     * all of it to the only one at an end.
     *
     * @param ordered whether the options are the levels of a scale
     * @param smoothing the part moved, in [0, 1)
     */
    static float[] label(boolean ordered, int label, int options, double smoothing) {
        float[] target = new float[options];
        if (!ordered || options == 1 || smoothing == 0) {
            target[label] = 1;
            return target;
        }
        target[label] = (float) (1 - smoothing);
        boolean below = label > 0;
        boolean above = label < options - 1;
        float share = (float) (below && above ? smoothing / 2 : smoothing);
        if (below) {
            target[label - 1] = share;
        }
        if (above) {
            target[label + 1] = share;
        }
        return target;
    }
}
