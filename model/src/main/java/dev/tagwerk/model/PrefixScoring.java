package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Scores several continuations of one prompt: the prompt's keys and values are computed once, then
 * all continuations run as one row whose mask lets each see the prompt and itself only.
 */
final class PrefixScoring {
    private PrefixScoring() {}

    static List<double[]> score(
            Decoder decoder, Overlay overlay, LanguageModel.Continuations item) {
        int[] prompt = item.prompt();
        KeyValueCache cache = new KeyValueCache();
        Tensor promptHidden =
                decoder.extend(
                        prompt,
                        positions(0, prompt.length),
                        causalMask(prompt.length),
                        overlay,
                        cache,
                        true);
        Tensor first =
                logProbabilities(decoder, promptHidden.narrow(0, prompt.length - 1, 1), overlay);
        int total = item.texts().stream().mapToInt(t -> t.length).sum();
        int[] ids = new int[total];
        long[] positions = new long[total];
        float[] mask = new float[total * (prompt.length + total)];
        int next = 0;
        for (int[] text : item.texts()) {
            for (int i = 0; i < text.length; i++) {
                ids[next + i] = text[i];
                positions[next + i] = prompt.length + (long) i;
                int row = (next + i) * (prompt.length + total) + prompt.length;
                Arrays.fill(mask, row, row + total, Float.NEGATIVE_INFINITY);
                Arrays.fill(mask, row + next, row + next + i + 1, 0f);
            }
            next += text.length;
        }
        List<double[]> result = new ArrayList<>();
        Tensor rest =
                logProbabilities(
                        decoder,
                        decoder.extend(ids, positions, mask, overlay, cache, false),
                        overlay);
        next = 0;
        for (int[] text : item.texts()) {
            double[] scores = new double[text.length];
            for (int i = 0; i < text.length; i++) {
                Tensor source = i == 0 ? first.select(0, 0) : rest.select(0, next + i - 1L);
                scores[i] = source.select(0, text[i]).item_float();
            }
            result.add(scores);
            next += text.length;
        }
        return result;
    }

    static long[] positions(int from, int count) {
        long[] positions = new long[count];
        for (int i = 0; i < count; i++) {
            positions[i] = from + (long) i;
        }
        return positions;
    }

    static float[] causalMask(int length) {
        float[] mask = new float[length * length];
        for (int i = 0; i < length; i++) {
            Arrays.fill(mask, i * length + i + 1, (i + 1) * length, Float.NEGATIVE_INFINITY);
        }
        return mask;
    }

    private static Tensor logProbabilities(Decoder decoder, Tensor hidden, Overlay overlay) {
        return torch.log_softmax(
                decoder.logits(hidden, overlay), 1, Tensors.type(ScalarType.Float));
    }
}
