package dev.tagwerk.evaluate;

import dev.tagwerk.runfolder.Fingerprint;
import dev.tagwerk.spec.Task;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What an evaluation found; all models on the same rows, in one process on one machine.
 *
 * @param data the file
 * @param rows how many rows were measured
 * @param dropped rows of the file left out because they do not fit
 * @param notes what a reader should know about the file
 * @param models in the plan's order, after them {@code chance} for decisions
 * @param comparisons each model after the first against the first, the last tuned one also against
 *     chance
 * @param lossCurve of the training, where the model comes from a run
 * @param seconds wall time
 */
public record EvaluationReport(
        String name,
        Task task,
        Path data,
        int rows,
        int dropped,
        List<String> notes,
        List<Measured> models,
        List<Comparison> comparisons,
        Optional<LossCurve> lossCurve,
        Fingerprint fingerprint,
        int bootstrapSamples,
        long seed,
        Instant at,
        double seconds) {

    /**
     * One model's results.
     *
     * @param reading how its decisions were read; empty text for a text task
     * @param model where it lies
     * @param groups all rows first, then kinds, then tasks
     * @param reliability its confidence classes; empty without decisions
     * @param regrets of its choices, where costs are known
     * @param noise how far its answers move when nothing that matters changes
     */
    public record Measured(
            String name,
            String reading,
            String model,
            List<Group> groups,
            Optional<CalibrationBins> reliability,
            List<Double> regrets,
            Optional<NoiseFloor> noise) {
        public Measured {
            groups = List.copyOf(groups);
            regrets = List.copyOf(regrets);
        }

        /** The results on all rows. */
        public Group all() {
            return groups.getFirst();
        }
    }

    /**
     * Differences: the first model's metric minus the other's, on the same resamples.
     *
     * @param groups as in {@link Measured}
     */
    public record Comparison(String model, String against, List<Group> groups) {
        public Comparison {
            groups = List.copyOf(groups);
        }
    }

    public EvaluationReport {
        notes = List.copyOf(notes);
        models = List.copyOf(models);
        comparisons = List.copyOf(comparisons);
    }

    /** The results of a model. */
    public Optional<Measured> model(String wanted) {
        return models.stream().filter(model -> model.name().equals(wanted)).findFirst();
    }

    /** For programs: one JSON object, keys in snake_case. */
    public String json() {
        return EvaluationJson.write(this);
    }

    /** For a terminal. */
    public String text() {
        return EvaluationText.write(this);
    }

    /** For a browser: a page that stands alone. */
    public HtmlReport html() {
        return EvaluationHtml.of(this);
    }
}
