package dev.tagwerk.train;

import dev.tagwerk.data.Presentation;
import dev.tagwerk.model.DecisionInput;
import dev.tagwerk.model.FreedMemory;
import dev.tagwerk.model.LanguageModel;
import dev.tagwerk.model.TextInput;
import java.util.ArrayList;
import java.util.List;

/** Losses of held-out rows, options in canonical order. */
final class Validation {
    private static final int AT_ONCE = 256;

    private Validation() {}

    static Scores of(List<Unit> units, BatchMaker batches, LanguageModel model) {
        Scores.Builder scores = new Scores.Builder();
        List<BatchMaker.Shown> decisions = new ArrayList<>();
        List<TextInput> texts = new ArrayList<>();
        List<Integer> textsOfUnit = new ArrayList<>();
        for (Unit unit : units) {
            switch (unit) {
                case Unit.Texts text -> {
                    texts.addAll(text.texts());
                    textsOfUnit.add(text.texts().size());
                }
                case Unit.Decision decision ->
                        decisions.add(
                                batches.show(
                                        decision.row(), Presentation.canonical(decision.row())));
            }
        }
        // training and evaluating make pieces of other sizes: neither should pay for both
        FreedMemory.giveBack();
        texts(texts, textsOfUnit, model, scores);
        decisions(decisions, model, scores);
        FreedMemory.giveBack();
        return scores.build();
    }

    private static void texts(
            List<TextInput> texts,
            List<Integer> textsOfUnit,
            LanguageModel model,
            Scores.Builder scores) {
        List<Double> likelihoods = new ArrayList<>();
        for (int start = 0; start < texts.size(); start += AT_ONCE) {
            List<TextInput> part = texts.subList(start, Math.min(texts.size(), start + AT_ONCE));
            for (double likelihood : model.logLikelihood(part)) {
                likelihoods.add(likelihood);
            }
        }
        int next = 0;
        for (int count : textsOfUnit) {
            double loss = 0;
            int labels = 0;
            for (int end = next + count; next < end; next++) {
                loss -= likelihoods.get(next);
                labels += texts.get(next).labels();
            }
            scores.text(loss, labels);
        }
    }

    private static void decisions(
            List<BatchMaker.Shown> shown, LanguageModel model, Scores.Builder scores) {
        for (int start = 0; start < shown.size(); start += AT_ONCE) {
            List<BatchMaker.Shown> part =
                    shown.subList(start, Math.min(shown.size(), start + AT_ONCE));
            List<DecisionInput> questions = part.stream().map(BatchMaker.Shown::input).toList();
            List<float[]> logits = model.decide(questions);
            for (int i = 0; i < part.size(); i++) {
                int label = part.get(i).presentation().label();
                scores.decision(
                        negativeLogLikelihood(logits.get(i), label),
                        argmax(logits.get(i)) == label);
            }
        }
    }

    private static double negativeLogLikelihood(float[] logits, int label) {
        double most = logits[argmax(logits)];
        double sum = 0;
        for (float logit : logits) {
            sum += Math.exp(logit - most);
        }
        return Math.log(sum) + most - logits[label];
    }

    private static int argmax(float[] logits) {
        int best = 0;
        for (int i = 1; i < logits.length; i++) {
            best = logits[i] > logits[best] ? i : best;
        }
        return best;
    }
}
