package dev.tagwerk.model;

import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * Target weights per option, {@code [rows, mostOptions]}: what the caller gives plus, where asked,
 * the frozen base's own reading: the softmax over the tokens "1", "2", ... that it would emit after
 * the prompt. Cross-entropy is linear in the target, so several targets are one weighted sum.
 */
final class DecisionTargets {
    private DecisionTargets() {}

    static Tensor of(WorkItem.Decisions item, DecisionLayout layout, Decoder decoder) {
        float[] table = new float[layout.rows() * layout.mostOptions()];
        boolean[] read = new boolean[layout.rows()];
        boolean any = false;
        for (int row = 0; row < layout.rows(); row++) {
            float[] target = item.targets().get(row);
            int options = item.questions().get(row).optionPositions().length;
            if (target.length != options) {
                throw new ModelException(
                        "a target needs one weight per option: "
                                + target.length
                                + " for "
                                + options);
            }
            System.arraycopy(target, 0, table, row * layout.mostOptions(), options);
            read[row] = item.baseWeights()[row] > 0 && options <= item.numberTokens().length;
            any |= read[row];
        }
        if (any) {
            addBaseReading(item, layout, decoder, read, table);
        }
        return Tensors.floats(decoder.placement(), table, layout.rows(), layout.mostOptions());
    }

    private static void addBaseReading(
            WorkItem.Decisions item,
            DecisionLayout layout,
            Decoder decoder,
            boolean[] read,
            float[] table) {
        float[] logits;
        try (NoGradGuard guard = new NoGradGuard()) {
            List<int[]> rows = item.questions().stream().map(DecisionInput::ids).toList();
            logits = Tensors.toFloats(numberLogits(rows, decoder, item.numberTokens()));
        }
        int numbers = item.numberTokens().length;
        for (int row = 0; row < layout.rows(); row++) {
            if (!read[row]) {
                continue;
            }
            int options = item.questions().get(row).optionPositions().length;
            double[] probabilities =
                    softmax(Arrays.copyOfRange(logits, row * numbers, row * numbers + options));
            for (int k = 0; k < options; k++) {
                table[row * layout.mostOptions() + k] +=
                        (float) (item.baseWeights()[row] * probabilities[k]);
            }
        }
    }

    /**
     * Logits of some vocabulary entries after each prompt, without any overlay: {@code [rows, n]}.
     */
    static Tensor numberLogits(List<int[]> prompts, Decoder decoder, int[] vocabularyIds) {
        return nextTokenLogits(prompts, decoder, Overlay.NONE, vocabularyIds);
    }

    static Tensor nextTokenLogits(
            List<int[]> prompts, Decoder decoder, Overlay overlay, int[] vocabularyIds) {
        long[] last = new long[prompts.size()];
        long end = 0;
        for (int i = 0; i < last.length; i++) {
            end += prompts.get(i).length;
            last[i] = end - 1;
        }
        Tensor hidden = decoder.hidden(new TokenRows(prompts, last), overlay, null);
        long[] ids = Arrays.stream(vocabularyIds).asLongStream().toArray();
        return decoder.logitsOf(hidden, overlay, ids);
    }

    static double[] softmax(float[] logits) {
        double most = Double.NEGATIVE_INFINITY;
        for (float logit : logits) {
            most = Math.max(most, logit);
        }
        double[] result = new double[logits.length];
        double sum = 0;
        for (int i = 0; i < logits.length; i++) {
            result[i] = Math.exp(logits[i] - most);
            sum += result[i];
        }
        for (int i = 0; i < result.length; i++) {
            result[i] /= sum;
        }
        return result;
    }
}
