package dev.tagwerk.model;

import java.util.stream.IntStream;

/**
 * 4-bit NormalFloat with blocks of 64 (Dettmers et al. 2023, arXiv:2305.14314): the arithmetic
 * alone, on arrays.
 */
final class Nf4 {
    /** Elements that share a scale. */
    static final int BLOCK = 64;

    /** The 16 values, as in the paper's appendix E. */
    private static final float[] CODE = {
        -1.0f,
        -0.6961928009986877f,
        -0.5250730514526367f,
        -0.39491748809814453f,
        -0.28444138169288635f,
        -0.18477343022823334f,
        -0.09105003625154495f,
        0.0f,
        0.07958029955625534f,
        0.16093020141124725f,
        0.24611230194568634f,
        0.33791524171829224f,
        0.44070982933044434f,
        0.5626170039176941f,
        0.7229568362236023f,
        1.0f
    };

    private static final float[] BETWEEN = midpoints(CODE);
    private static final int BLOCKS_AT_ONCE = 4096;

    private Nf4() {}

    /**
     * @param packed two elements a byte, the first in the high half
     * @param scales the largest magnitude of each block
     */
    record Packed(byte[] packed, float[] scales) {}

    /** Quantises all elements; a last block may be short. */
    static Packed quantize(Elements elements) {
        int count = Math.toIntExact(elements.count());
        int blocks = (count + BLOCK - 1) / BLOCK;
        byte[] packed = new byte[(count + 1) / 2];
        float[] scales = new float[blocks];
        IntStream.range(0, (blocks + BLOCKS_AT_ONCE - 1) / BLOCKS_AT_ONCE)
                .parallel()
                .forEach(
                        chunk -> {
                            float[] values = new float[BLOCK];
                            int end = Math.min(blocks, (chunk + 1) * BLOCKS_AT_ONCE);
                            for (int b = chunk * BLOCKS_AT_ONCE; b < end; b++) {
                                int size = Math.min(BLOCK, count - b * BLOCK);
                                elements.read((long) b * BLOCK, values, size);
                                scales[b] = quantize(values, size, packed, b * BLOCK);
                            }
                        });
        return new Packed(packed, scales);
    }

    private static float quantize(float[] values, int size, byte[] packed, int start) {
        float largest = 0;
        for (int i = 0; i < size; i++) {
            largest = Math.max(largest, Math.abs(values[i]));
        }
        if (!Float.isFinite(largest)) {
            throw new ModelException("a weight is not finite: it cannot be quantised");
        }
        for (int i = 0; i < size; i++) {
            int index = nearest(BETWEEN, largest == 0 ? 0 : values[i] / largest);
            packed[(start + i) / 2] |= (byte) (i % 2 == 0 ? index << 4 : index);
        }
        return largest;
    }

    /** For each byte its two values: the first in the low half, as floats lie in memory. */
    static long[] pairs() {
        long[] pairs = new long[256];
        for (int b = 0; b < 256; b++) {
            long first = Float.floatToRawIntBits(CODE[b >> 4]) & 0xffffffffL;
            long second = Float.floatToRawIntBits(CODE[b & 15]) & 0xffffffffL;
            pairs[b] = second << 32 | first;
        }
        return pairs;
    }

    /** The index of the value nearest to {@code x}; at a midpoint the lower. */
    static int nearest(float[] between, float x) {
        int low = 0;
        int high = between.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (between[middle] < x) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    static float[] midpoints(float[] ascending) {
        float[] between = new float[ascending.length - 1];
        for (int i = 0; i < between.length; i++) {
            between[i] = (ascending[i] + ascending[i + 1]) / 2;
        }
        return between;
    }
}
