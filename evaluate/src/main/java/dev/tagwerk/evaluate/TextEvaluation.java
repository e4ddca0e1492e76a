package dev.tagwerk.evaluate;

import dev.tagwerk.data.Encoder;
import dev.tagwerk.data.Encoding;
import dev.tagwerk.data.ReadRows;
import dev.tagwerk.data.Row;
import dev.tagwerk.model.LanguageModel;
import dev.tagwerk.model.TextInput;
import dev.tagwerk.modelfiles.ModelTokenizer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Loss (mean negative log likelihood per learnt token, natural logarithm) and perplexity (its
 * exponential) on held-out text, with intervals over rows.
 */
final class TextEvaluation {
    private TextEvaluation() {}

    static Evaluation.Findings run(
            EvaluationPlan plan, ReadRows data, Evaluation.Progress progress) {
        List<String> notes = TestRows.badRows(data);
        List<TextInput> texts = texts(plan, data, notes);
        List<double[]> losses = new ArrayList<>();
        List<EvaluationReport.Measured> models = new ArrayList<>();
        double[] labels = texts.stream().mapToDouble(TextInput::labels).toArray();
        Bootstrap bootstrap = new Bootstrap(texts.size(), plan.bootstrapSamples(), plan.seed());
        for (EvaluationPlan.Contestant contestant : plan.contestants()) {
            double[] loss = losses(contestant, plan, texts, progress);
            losses.add(loss);
            ToDoubleFunction<int[]> mean = mean(loss, labels);
            Map<Metric, Estimate> metrics = new EnumMap<>(Metric.class);
            metrics.put(Metric.LOSS, bootstrap.of(mean));
            metrics.put(
                    Metric.PERPLEXITY, bootstrap.of(drawn -> Math.exp(mean.applyAsDouble(drawn))));
            models.add(
                    new EvaluationReport.Measured(
                            contestant.name(),
                            "",
                            Evaluation.where(contestant.source()),
                            List.of(new Group(Group.ALL, texts.size(), metrics)),
                            Optional.empty(),
                            List.of(),
                            Optional.empty()));
        }
        List<EvaluationReport.Comparison> comparisons = new ArrayList<>();
        ToDoubleFunction<int[]> first = mean(losses.getFirst(), labels);
        for (int i = 1; i < losses.size(); i++) {
            ToDoubleFunction<int[]> mine = mean(losses.get(i), labels);
            Map<Metric, Estimate> differences = new EnumMap<>(Metric.class);
            differences.put(
                    Metric.LOSS, bootstrap.of(d -> mine.applyAsDouble(d) - first.applyAsDouble(d)));
            differences.put(
                    Metric.PERPLEXITY,
                    bootstrap.of(
                            d ->
                                    Math.exp(mine.applyAsDouble(d))
                                            - Math.exp(first.applyAsDouble(d))));
            comparisons.add(
                    new EvaluationReport.Comparison(
                            plan.contestants().get(i).name(),
                            plan.contestants().getFirst().name(),
                            List.of(new Group(Group.ALL, texts.size(), differences))));
        }
        return new Evaluation.Findings(texts.size(), 0, notes, models, comparisons);
    }

    private static ToDoubleFunction<int[]> mean(double[] loss, double[] labels) {
        return drawn -> {
            double sum = 0;
            double count = 0;
            for (int row : drawn) {
                sum += loss[row];
                count += labels[row];
            }
            return sum / count;
        };
    }

    private static double[] losses(
            EvaluationPlan.Contestant contestant,
            EvaluationPlan plan,
            List<TextInput> texts,
            Evaluation.Progress progress) {
        double[] losses = new double[texts.size()];
        try (LanguageModel model = Decider.language(contestant.source(), plan.placement())) {
            for (int start = 0; start < losses.length; start += plan.batchSize()) {
                int end = Math.min(losses.length, start + plan.batchSize());
                List<Double> batch = model.logLikelihood(texts.subList(start, end));
                for (int i = start; i < end; i++) {
                    losses[i] = -batch.get(i - start);
                }
                progress.at(contestant.name(), end, losses.length);
            }
        }
        return losses;
    }

    private static List<TextInput> texts(EvaluationPlan plan, ReadRows data, List<String> notes) {
        List<TextInput> texts = new ArrayList<>();
        int truncated = 0;
        try (ModelTokenizer tokenizer = plan.contestants().getFirst().source().base().tokenizer()) {
            Encoder encoder = new Encoder(tokenizer, plan.maxLength(), plan::template);
            for (Row row : data.rows()) {
                switch (encoder.encode(row)) {
                    case Encoding.Text text -> {
                        truncated += text.truncated() ? 1 : 0;
                        texts.add(input(text));
                    }
                    case Encoding.Several several -> {
                        for (Encoding.Text text : several.texts()) {
                            truncated += text.truncated() ? 1 : 0;
                            texts.add(input(text));
                        }
                    }
                    case Encoding.Unusable wrong ->
                            throw new EvaluateException(
                                    "line " + wrong.line() + ": " + wrong.reason());
                    case Encoding.Dropped dropped ->
                            throw new EvaluateException(
                                    "line " + dropped.line() + ": " + dropped.reason());
                    case Encoding.Decision decision ->
                            throw new EvaluateException(
                                    "line " + decision.line() + " is a decision, not text");
                }
            }
        }
        if (texts.isEmpty()) {
            throw new EvaluateException(
                    "no row is left to measure"
                            + (notes.isEmpty() ? "; the file is empty" : ": " + notes.getFirst()));
        }
        long labels = texts.stream().mapToLong(TextInput::labels).sum();
        notes.add(labels + " tokens are predicted");
        if (truncated > 0) {
            notes.add(
                    truncated
                            + (truncated == 1 ? " row was" : " rows were")
                            + " cut to max_length "
                            + plan.maxLength());
        }
        return texts;
    }

    private static TextInput input(Encoding.Text text) {
        return new TextInput(text.encoded().ids(), text.encoded().learnt());
    }
}
