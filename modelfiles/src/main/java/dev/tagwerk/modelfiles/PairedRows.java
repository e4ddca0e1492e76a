package dev.tagwerk.modelfiles;

/**
 * Rows of queries or keys in the order of a rotary embedding that turns neighbouring features:
 * within each head, row {@code 2 j + s} is what transformers has at {@code s d/2 + j}.
 */
final class PairedRows implements ElementSource {
    private final ElementSource source;
    private final int width;
    private final int headDim;

    /**
     * @param width elements of a row; 1 for a bias
     * @param headDim rows of a head, even
     */
    PairedRows(ElementSource source, int width, int headDim) {
        this.source = source;
        this.width = width;
        this.headDim = headDim;
    }

    @Override
    public void read(long from, float[] into) {
        float[] row = new float[width];
        long first = from / width;
        for (int i = 0; i < into.length / width; i++) {
            long target = first + i;
            long head = target / headDim;
            int within = (int) (target % headDim);
            long origin = head * headDim + (within % 2) * (headDim / 2) + within / 2;
            source.read(origin * width, row);
            System.arraycopy(row, 0, into, i * width, width);
        }
    }
}
