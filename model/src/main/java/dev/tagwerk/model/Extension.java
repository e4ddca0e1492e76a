package dev.tagwerk.model;

import dev.tagwerk.modelfiles.AttentionConfig;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;

/**
 * Tokens that join a cached row: their positions and what they see.
 *
 * @param mask {@code [n, cached + n]}, added to the scores
 * @param windowMask the same in layers with a window
 * @param turns the new tokens' positions
 */
record Extension(Tensor mask, Tensor windowMask, Rotaries turns, int[] windows) {
    /**
     * @param positions of the new tokens; cached ones have those from 0 on
     * @param mask {@code [n, cached + n]}, row-major, without windows
     */
    static Extension of(Decoder decoder, long[] positions, float[] mask, KeyValueCache cache) {
        AttentionConfig attention = decoder.config().attention();
        int headDim = attention.headDim();
        Placement placement = decoder.placement();
        int cached = cache.length();
        int length = Math.toIntExact(Arrays.stream(positions).max().orElse(0) + 1);
        int keys = cached + positions.length;
        if (decoder.anew(length)) {
            throw new ModelException(
                    "a row of "
                            + length
                            + " tokens has no cache under dynamic rotary scaling; compute it anew");
        }
        Tensor full = Tensors.floats(placement, mask, positions.length, keys);
        int window = attention.windows().stream().mapToInt(Integer::intValue).max().orElse(0);
        Tensor narrow =
                window == 0 || window >= length
                        ? full
                        : Tensors.floats(
                                placement,
                                narrowed(mask, positions, cached, window),
                                positions.length,
                                keys);
        Rotaries turns =
                Rotaries.of(
                        attention, rope -> Rotary.at(positions, length, headDim, rope, placement));
        return new Extension(
                full,
                narrow,
                turns,
                attention.windows().stream().mapToInt(Integer::intValue).toArray());
    }

    private static float[] narrowed(float[] mask, long[] positions, int cached, int window) {
        float[] narrow = mask.clone();
        int keys = cached + positions.length;
        for (int i = 0; i < positions.length; i++) {
            for (int j = 0; j < keys; j++) {
                long seen = j < cached ? j : positions[j - cached];
                if (seen <= positions[i] - window) {
                    narrow[i * keys + j] = Float.NEGATIVE_INFINITY;
                }
            }
        }
        return narrow;
    }

    /** The stream {@code x [n, hidden]} after this block. */
    Tensor through(Block block, Tensor x, Overlay overlay, KeyValueCache cache, boolean keep) {
        int layer = block.index();
        return block.extend(
                x, windows[layer] > 0 ? windowMask : mask, turns.of(layer), overlay, cache, keep);
    }
}
