package dev.tagwerk.model;

import dev.tagwerk.modelfiles.Rope;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * Rotary position embedding in the "rotate half" layout (Su et al. 2021, arXiv:2104.09864; as
 * {@code apply_rotary_pos_emb} in transformers): feature i of the first half turns together with
 * feature i of the second half by {@code position * frequency[i]}. Both are multiplied by the
 * embedding's attention factor.
 *
 * @param cos {@code [tokens, 1, headDim/2]}
 * @param sin {@code [tokens, 1, headDim/2]}
 */
record Rotary(Tensor cos, Tensor sin) {
    /** The positions of every row, each counted from 0. */
    static Rotary of(TokenRows batch, int headDim, Rope rope, Placement placement) {
        long[] positions = batch.flatPositions();
        if (!rope.dependsOnLength()) {
            return at(positions, positions.length, headDim, rope, placement);
        }
        Angles angles = new Angles(positions.length, headDim);
        int next = 0;
        for (int[] row : batch.rows()) {
            float[] frequencies = rope.frequencies(headDim, row.length);
            for (int i = 0; i < row.length; i++) {
                angles.put(next + i, positions[next + i], frequencies);
            }
            next += row.length;
        }
        return angles.rotary(rope, placement);
    }

    /** Positions of a row that is {@code length} tokens long altogether. */
    static Rotary at(long[] positions, int length, int headDim, Rope rope, Placement placement) {
        Angles angles = new Angles(positions.length, headDim);
        float[] frequencies = rope.frequencies(headDim, length);
        for (int i = 0; i < positions.length; i++) {
            angles.put(i, positions[i], frequencies);
        }
        return angles.rotary(rope, placement);
    }

    /** Rotates {@code x [tokens, heads, headDim]}, computed in fp32. */
    Tensor apply(Tensor x) {
        long half = x.size(2) / 2;
        Tensor first = x.narrow(2, 0, half);
        Tensor second = x.narrow(2, half, half);
        Tensor rotatedFirst = first.mul(cos).sub(second.mul(sin));
        Tensor rotatedSecond = second.mul(cos).add(first.mul(sin));
        return Tensors.cat(List.of(rotatedFirst, rotatedSecond), 2);
    }

    /** The gradient of the input: the rotation turned back. */
    Tensor back(Tensor arriving) {
        return new Rotary(cos, sin.neg()).apply(arriving);
    }

    Rotary select(Tensor flatPositions) {
        return new Rotary(cos.index_select(0, flatPositions), sin.index_select(0, flatPositions));
    }

    private static final class Angles {
        private final int half;
        private final float[] values; // [tokens, headDim/2]

        Angles(int tokens, int headDim) {
            this.half = headDim / 2;
            this.values = new float[tokens * half];
        }

        void put(int token, long position, float[] frequencies) {
            for (int i = 0; i < half; i++) {
                values[token * half + i] = (float) position * frequencies[i];
            }
        }

        Rotary rotary(Rope rope, Placement placement) {
            float factor = (float) rope.attentionFactor();
            float[] cos = new float[values.length];
            float[] sin = new float[values.length];
            for (int i = 0; i < values.length; i++) {
                cos[i] = (float) Math.cos(values[i]) * factor;
                sin[i] = (float) Math.sin(values[i]) * factor;
            }
            long tokens = values.length / half;
            return new Rotary(
                    Tensors.floats(placement, cos, tokens, 1, half),
                    Tensors.floats(placement, sin, tokens, 1, half));
        }
    }
}
