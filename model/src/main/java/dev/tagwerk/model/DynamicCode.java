package dev.tagwerk.model;

import java.util.Arrays;

/**
 * Block-wise dynamic 8-bit quantisation, signed (Dettmers et al. 2022, arXiv:2110.02861, section
 * 2.1): 256 values whose distance grows with their magnitude over seven decades, times the scale of
 * a block of 256. It holds the scales of {@link Nf4} less their mean.
 */
final class DynamicCode {
    static final int BLOCK = 256;
    private static final int DECADES = 7;
    private static final float[] CODE = code();
    private static final float[] BETWEEN = Nf4.midpoints(CODE);

    private DynamicCode() {}

    /**
     * @param indexes one a value
     * @param scales the largest magnitude of each block
     * @param mean what was taken off every value
     */
    record Coded(byte[] indexes, float[] scales, float mean) {}

    static Coded quantize(float[] values) {
        double sum = 0;
        for (float value : values) {
            sum += value;
        }
        float mean = (float) (sum / values.length);
        byte[] indexes = new byte[values.length];
        float[] scales = new float[(values.length + BLOCK - 1) / BLOCK];
        for (int b = 0; b < scales.length; b++) {
            int end = Math.min(values.length, (b + 1) * BLOCK);
            for (int i = b * BLOCK; i < end; i++) {
                scales[b] = Math.max(scales[b], Math.abs(values[i] - mean));
            }
            for (int i = b * BLOCK; i < end; i++) {
                float scaled = scales[b] == 0 ? 0 : (values[i] - mean) / scales[b];
                indexes[i] = (byte) Nf4.nearest(BETWEEN, scaled);
            }
        }
        return new Coded(indexes, scales, mean);
    }

    /** The 256 values, ascending from just above -1 to 1. */
    static float[] values() {
        return CODE.clone();
    }

    // Decade i from the bottom holds 2^i values of each sign: the middles of equal parts of 0.1..1.
    private static float[] code() {
        float[] code = new float[256];
        int next = 0;
        for (int decade = 0; decade < DECADES; decade++) {
            int parts = 1 << decade;
            double power = Math.pow(10, decade - (DECADES - 1));
            for (int k = 0; k < parts; k++) {
                double middle = 0.1 + 0.9 * (k + 0.5) / parts;
                code[next++] = (float) (power * middle);
                code[next++] = (float) (-power * middle);
            }
        }
        code[next++] = 0;
        code[next] = 1;
        Arrays.sort(code);
        return code;
    }
}
