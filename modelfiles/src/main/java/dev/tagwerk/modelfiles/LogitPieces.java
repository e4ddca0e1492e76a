package dev.tagwerk.modelfiles;

/**
 * How many rows of logits over a vocabulary an evaluation computes at once: few, since they are the
 * largest tensors there.
 */
public final class LogitPieces {
    private static final int LEAST = 256;
    private static final int MOST = 512;
    private static final long WIDE = 4;
    private static final long BYTES_AT_ONCE = 32L << 20;

    private LogitPieces() {}

    /** Rows of each piece but perhaps the last, which lacks fewer than there are pieces. */
    public static int rows(int labels, int vocabulary) {
        long large = Math.ceilDiv(BYTES_AT_ONCE, WIDE * vocabulary);
        int atOnce = Math.clamp(large, LEAST, MOST);
        int pieces = Math.max(1, labels / atOnce);
        return Math.max(1, Math.ceilDiv(labels, pieces));
    }
}
