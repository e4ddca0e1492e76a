package dev.tagwerk.model;

import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.TensorBytes;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Rows of the embedding that are trained in the place of the base's, and of the output matrix where
 * that is the embedding: PEFT's {@code trainable_token_indices}.
 *
 * @param values the rows, fp32 {@code [tokens, hidden]}
 * @param tokens their numbers in the vocabulary
 */
record TrainedTokens(Tensor values, List<Integer> tokens) {
    /** Rows {@code [ids, hidden]} of the base, with the trained ones in their places. */
    Tensor into(Tensor rows, long[] ids, Placement placement) {
        long[] sources = new long[ids.length];
        for (int i = 0; i < ids.length; i++) {
            int own = tokens.indexOf((int) ids[i]);
            sources[i] = own < 0 ? i : ids.length + own;
        }
        return Tensors.cat(List.of(rows, values), 0)
                .index_select(0, Tensors.longs(placement, sources));
    }

    /** Logits {@code [n, vocab]} of {@code hidden [n, hidden]}, with those of the trained rows. */
    Tensor logits(Tensor logits, Tensor hidden, Placement placement) {
        long[] columns = tokens.stream().mapToLong(Integer::longValue).toArray();
        return logits.index_copy(
                1, Tensors.longs(placement, columns), torch.mm(hidden, values.t())); // [n, tokens]
    }

    /** What is trained of an embedding {@code [vocab, hidden]}: it begins as the base's rows. */
    static Parameter parameter(List<Integer> tokens, TensorBytes embedding) {
        int hidden = Math.toIntExact(embedding.shape().getLast());
        ByteBuffer rows =
                ByteBuffer.allocate(Math.multiplyExact(tokens.size(), hidden * Float.BYTES))
                        .order(ByteOrder.LITTLE_ENDIAN);
        float[] row = new float[hidden];
        for (int token : tokens) {
            new Elements(embedding).read((long) token * hidden, row, hidden);
            for (float value : row) {
                rows.putFloat(value);
            }
        }
        long[] shape = {tokens.size(), hidden};
        return new Parameter(
                LoraNames.TOKENS,
                shape,
                ParameterGroup.ADAPTER,
                new Parameter.Initial.Stored(
                        new TensorBytes(
                                LoraNames.TOKENS,
                                DType.F32,
                                Arrays.stream(shape).boxed().toList(),
                                MemorySegment.ofArray(rows.array()))));
    }
}
