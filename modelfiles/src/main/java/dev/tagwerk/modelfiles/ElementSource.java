package dev.tagwerk.modelfiles;

/** Elements of a matrix in fp32, whole rows at a time; thread-safe. */
@FunctionalInterface
interface ElementSource {
    /**
     * Fills an array.
     *
     * @param from the first element, at the beginning of a row
     * @param into a whole number of rows
     */
    void read(long from, float[] into);

    /** The values of a tensor as they are. */
    static ElementSource of(TensorBytes tensor) {
        return (from, into) -> Floats.read(tensor, from, into);
    }
}
