package dev.tagwerk.train;

import dev.tagwerk.data.Presentation;
import dev.tagwerk.model.DecisionInput;
import dev.tagwerk.model.LanguageModel;
import dev.tagwerk.model.TextInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Loss and plain metrics on held-out rows, options in canonical order. */
final class Validation {
    private static final int AT_ONCE = 256;

    private Validation() {}

    /** Mean loss and metrics by name. */
    record Outcome(double loss, Map<String, Double> metrics) {}

    static Outcome of(List<Unit> units, BatchMaker batches, LanguageModel model) {
        List<BatchMaker.Shown> decisions = new ArrayList<>();
        List<TextInput> texts = new ArrayList<>();
        for (Unit unit : units) {
            switch (unit) {
                case Unit.Texts text -> texts.addAll(text.texts());
                case Unit.Decision decision ->
                        decisions.add(
                                batches.show(
                                        decision.row(), Presentation.canonical(decision.row())));
            }
        }
        return decisions.isEmpty() ? texts(texts, model) : decisions(decisions, model);
    }

    private static Outcome texts(List<TextInput> texts, LanguageModel model) {
        double sum = 0;
        long labels = 0;
        for (int start = 0; start < texts.size(); start += AT_ONCE) {
            List<TextInput> part = texts.subList(start, Math.min(texts.size(), start + AT_ONCE));
            for (double likelihood : model.logLikelihood(part)) {
                sum -= likelihood;
            }
            labels += part.stream().mapToInt(TextInput::labels).sum();
        }
        double loss = sum / labels;
        return new Outcome(loss, Map.of("perplexity", Math.exp(loss)));
    }

    private static Outcome decisions(List<BatchMaker.Shown> shown, LanguageModel model) {
        double loss = 0;
        int right = 0;
        for (int start = 0; start < shown.size(); start += AT_ONCE) {
            List<BatchMaker.Shown> part =
                    shown.subList(start, Math.min(shown.size(), start + AT_ONCE));
            List<DecisionInput> questions = part.stream().map(BatchMaker.Shown::input).toList();
            List<float[]> logits = model.decide(questions);
            for (int i = 0; i < part.size(); i++) {
                int label = part.get(i).presentation().label();
                loss += negativeLogLikelihood(logits.get(i), label);
                right += argmax(logits.get(i)) == label ? 1 : 0;
            }
        }
        Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put("accuracy", (double) right / shown.size());
        return new Outcome(loss / shown.size(), metrics);
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
