package dev.tagwerk.evaluate;

import dev.tagwerk.data.DecisionPrompt;
import dev.tagwerk.data.EncodedDecision;
import dev.tagwerk.model.LanguageModel;
import dev.tagwerk.modelfiles.ModelTokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Option logits of a language model without a decision head; see {@link Reading}. */
final class LikelihoodReading {
    /** All of a chunk's options run as one row: this bounds the attention mask. */
    private static final int TOKENS_AT_ONCE = 1024;

    private LikelihoodReading() {}

    /** A rendered prompt and its tokens. */
    record Prompt(DecisionPrompt text, EncodedDecision encoded) {}

    /** Mean log likelihood per token of each option's text. */
    static List<double[]> optionTexts(
            List<Prompt> prompts, LanguageModel model, ModelTokenizer tokenizer) {
        List<LanguageModel.Continuations> chunks = new ArrayList<>();
        for (Prompt prompt : prompts) {
            chunks.addAll(chunks(prompt, tokenizer));
        }
        List<Double> means = new ArrayList<>();
        for (List<double[]> chunk : model.continuationLogLikelihoods(chunks)) {
            for (double[] perToken : chunk) {
                means.add(Arrays.stream(perToken).sum() / perToken.length);
            }
        }
        List<double[]> logits = new ArrayList<>();
        int next = 0;
        for (Prompt prompt : prompts) {
            double[] options = new double[prompt.text().optionSpans().size()];
            for (int k = 0; k < options.length; k++) {
                options[k] = means.get(next++);
            }
            logits.add(options);
        }
        return logits;
    }

    private static List<LanguageModel.Continuations> chunks(
            Prompt prompt, ModelTokenizer tokenizer) {
        List<LanguageModel.Continuations> chunks = new ArrayList<>();
        List<int[]> open = new ArrayList<>();
        int tokens = 0;
        for (int k = 0; k < prompt.text().optionSpans().size(); k++) {
            int[] ids = tokenizer.encode(optionText(prompt.text(), k), false).ids();
            if (ids.length == 0) {
                throw new EvaluateException(
                        "option " + (k + 1) + " has no token under this model's tokenizer");
            }
            if (!open.isEmpty() && tokens + ids.length > TOKENS_AT_ONCE) {
                chunks.add(new LanguageModel.Continuations(prompt.encoded().ids(), open));
                open = new ArrayList<>();
                tokens = 0;
            }
            open.add(ids);
            tokens += ids.length;
        }
        chunks.add(new LanguageModel.Continuations(prompt.encoded().ids(), open));
        return chunks;
    }

    /** The option's line of the prompt without its number. */
    static String optionText(DecisionPrompt prompt, int k) {
        String line =
                prompt.text()
                        .substring(
                                prompt.optionSpans().get(k).start(),
                                prompt.optionSpans().get(k).end());
        return line.substring(line.indexOf(". ") + 2);
    }

    /** Logits of the tokens {@code 1} to {@code 9}, as many as the question has options. */
    static List<double[]> optionNumbers(
            List<Prompt> prompts, LanguageModel model, ModelTokenizer tokenizer) {
        int most = Reading.OPTION_NUMBERS.mostOptions();
        int[] numbers = new int[most];
        for (int i = 0; i < most; i++) {
            int[] ids = tokenizer.encode(String.valueOf(i + 1), false).ids();
            if (ids.length != 1) {
                throw new EvaluateException(
                        "this tokenizer has no single token for "
                                + (i + 1)
                                + ", so option numbers cannot be read; read option texts");
            }
            numbers[i] = ids[0];
        }
        List<double[]> logits = new ArrayList<>();
        List<float[]> read =
                model.nextTokenLogits(
                        prompts.stream().map(prompt -> prompt.encoded().ids()).toList(), numbers);
        for (int i = 0; i < prompts.size(); i++) {
            int options = prompts.get(i).text().optionSpans().size();
            if (options > most) {
                throw new EvaluateException(
                        "a question of "
                                + options
                                + " options cannot be read by option numbers; nine are the most");
            }
            double[] shown = new double[options];
            for (int k = 0; k < options; k++) {
                shown[k] = read.get(i)[k];
            }
            logits.add(shown);
        }
        return logits;
    }
}
