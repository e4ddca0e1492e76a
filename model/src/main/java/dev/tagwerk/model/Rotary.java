package dev.tagwerk.model;

import dev.tagwerk.modelfiles.Rope;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * Rotary position embedding in the "rotate half" layout (Su et al. 2021, arXiv:2104.09864; as
 * {@code apply_rotary_pos_emb} in transformers): feature i of the first half turns together with
 * feature i of the second half by {@code position * theta^(-2i/headDim)}.
 *
 * @param cos {@code [tokens, 1, headDim/2]}
 * @param sin {@code [tokens, 1, headDim/2]}
 */
record Rotary(Tensor cos, Tensor sin) {
    static Rotary at(long[] positions, int headDim, Rope rope, Placement placement) {
        int half = headDim / 2;
        float[] frequencies = rope.frequencies(headDim, positions.length);
        float factor = (float) rope.attentionFactor();
        float[] cos = new float[positions.length * half];
        float[] sin = new float[positions.length * half];
        for (int t = 0; t < positions.length; t++) {
            for (int i = 0; i < half; i++) {
                float angle = (float) positions[t] * frequencies[i];
                cos[t * half + i] = (float) Math.cos(angle) * factor;
                sin[t * half + i] = (float) Math.sin(angle) * factor;
            }
        }
        return new Rotary(
                Tensors.floats(placement, cos, positions.length, 1, half),
                Tensors.floats(placement, sin, positions.length, 1, half));
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
}
