package dev.tagwerk.modelfiles;

/**
 * The rows of a matrix that makes queries, keys and values together, put apart: all queries, all
 * keys, all values. Falcon's checkpoints have them group by group instead, the query heads of a
 * key/value head before its key and its value.
 */
final class FusedRows implements ElementSource {
    private final ElementSource source;
    private final int width;
    private final int headDim;
    private final int groups;
    private final int queriesPerGroup;

    /**
     * @param width elements of a row; 1 for a bias
     */
    FusedRows(ElementSource source, int width, ModelConfig config) {
        this.source = source;
        this.width = width;
        headDim = config.headDim();
        groups = config.keyValueHeads();
        queriesPerGroup = config.heads() / groups;
    }

    @Override
    public void read(long from, float[] into) {
        float[] row = new float[width];
        long first = from / width;
        for (int i = 0; i < into.length / width; i++) {
            source.read(origin(first + i) * width, row);
            System.arraycopy(row, 0, into, i * width, width);
        }
    }

    /** Where the row is in the checkpoint. */
    private long origin(long row) {
        long head = row / headDim;
        long queries = (long) groups * queriesPerGroup;
        long group;
        long within;
        if (head < queries) {
            group = head / queriesPerGroup;
            within = head % queriesPerGroup;
        } else {
            group = (head - queries) % groups;
            within = queriesPerGroup + (head - queries) / groups;
        }
        return (group * (queriesPerGroup + 2) + within) * headDim + row % headDim;
    }
}
