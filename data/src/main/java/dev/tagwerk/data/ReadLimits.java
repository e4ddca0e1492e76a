package dev.tagwerk.data;

/**
 * Bounds on what a data file may make this process hold. A file is somebody else's input: a gzip
 * bomb or a line without an end must be an error, not an exhausted heap.
 *
 * @param lineBytes the longest row, in bytes of UTF-8 (in a table, characters of its JSON)
 * @param totalBytes the whole file after decompression, in bytes
 * @param depth the deepest nesting of arrays and objects in a row
 * @param ratio decompressed bytes per compressed byte; judged once 16 MiB have come out
 * @param badRows reading stops after this many bad rows
 */
public record ReadLimits(int lineBytes, long totalBytes, int depth, int ratio, int badRows) {
    public ReadLimits {
        positive("lineBytes", lineBytes);
        positive("totalBytes", totalBytes);
        positive("depth", depth);
        positive("ratio", ratio);
        positive("badRows", badRows);
    }

    /** 1 MiB a row, 4 GiB in all, 64 levels, a ratio of 200, 10,000 bad rows. */
    public static ReadLimits defaults() {
        return new ReadLimits(1 << 20, 4L << 30, 64, 200, 10_000);
    }

    private static void positive(String field, long value) {
        if (value < 1) {
            throw new DataException(field + " must be at least 1, not " + value);
        }
    }
}
