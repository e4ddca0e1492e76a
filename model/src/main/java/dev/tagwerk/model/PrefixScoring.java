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
        int longest = item.texts().stream().mapToInt(t -> t.length).max().orElse(0);
        if (decoder.anew(item.prompt().length + longest)) {
            return item.texts().stream()
                    .map(t -> alone(decoder, overlay, item.prompt(), t))
                    .toList();
        }
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

    /** Texts of different length share no keys where angles depend on it. */
    private static double[] alone(Decoder decoder, Overlay overlay, int[] prompt, int[] text) {
        int[] ids = Arrays.copyOf(prompt, prompt.length + text.length);
        System.arraycopy(text, 0, ids, prompt.length, text.length);
        Tensor all =
                logProbabilities(
                        decoder,
                        decoder.hidden(TokenRows.all(List.of(ids)), overlay, null),
                        overlay);
        double[] scores = new double[text.length];
        for (int i = 0; i < text.length; i++) {
            scores[i] = all.select(0, prompt.length + i - 1L).select(0, text[i]).item_float();
        }
        return scores;
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
