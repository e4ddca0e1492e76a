package dev.tagwerk.evaluate;

import dev.tagwerk.data.DataFile;
import dev.tagwerk.data.DecisionRow;
import dev.tagwerk.data.Encoder;
import dev.tagwerk.data.ReadRows;
import dev.tagwerk.model.Machine;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.runfolder.Fingerprint;
import dev.tagwerk.spec.DataFormat;
import dev.tagwerk.spec.Task;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Measures models side by side: reads the rows once, opens one model after the other. */
public final class Evaluation {
    private static final String CHANCE = "chance";

    private final EvaluationPlan plan;
    private final Progress progress;

    /** Is told how far an evaluation is. */
    @FunctionalInterface
    public interface Progress {
        /** {@code done} of {@code rows} rows are measured on this model. */
        void at(String model, int done, int rows);
    }

    private Evaluation(EvaluationPlan plan, Progress progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /**
     * Runs a plan.
     *
     * @throws EvaluateException when models, rows and side file do not fit one another
     */
    public static EvaluationReport run(EvaluationPlan plan, Clock clock, Progress progress) {
        Instant start = clock.instant();
        Findings findings = new Evaluation(plan, progress).findings();
        String version = Evaluation.class.getPackage().getImplementationVersion();
        Fingerprint fingerprint =
                Machine.fingerprint(plan.placement(), 1, version == null ? "development" : version);
        Instant end = clock.instant();
        return new EvaluationReport(
                plan.name(),
                plan.task(),
                plan.data(),
                findings.rows(),
                findings.dropped(),
                findings.notes(),
                findings.models(),
                findings.comparisons(),
                plan.run().map(LossCurve::of).filter(curve -> !curve.isEmpty()),
                fingerprint,
                plan.bootstrapSamples(),
                plan.seed(),
                end,
                Duration.between(start, end).toMillis() / 1e3);
    }

    /** What the two tasks find alike. */
    record Findings(
            int rows,
            int dropped,
            List<String> notes,
            List<EvaluationReport.Measured> models,
            List<EvaluationReport.Comparison> comparisons) {}

    private Findings findings() {
        ReadRows data = DataFile.read(plan.data(), plan.format(), plan.columns());
        boolean decisions = data.format() == DataFormat.DECISION;
        if (!data.rows().isEmpty() && decisions != (plan.task() == Task.DECISION)) {
            throw new EvaluateException(
                    plan.data()
                            + " holds "
                            + (decisions ? "decision" : "text")
                            + " rows, but the task is "
                            + (decisions ? "causal-lm" : "decision")
                            + "; give rows of the task");
        }
        return switch (plan.task()) {
            case DECISION -> decisions(data);
            case CAUSAL_LM -> TextEvaluation.run(plan, data, progress);
        };
    }

    private Findings decisions(ReadRows data) {
        TestRows rows = testRows(data);
        RegretFile regrets =
                plan.regrets().isPresent()
                        ? RegretFile.read(plan.regrets().get(), data)
                        : RegretFile.none();
        List<List<Judged>> judged = new ArrayList<>();
        List<EvaluationReport.Measured> models = new ArrayList<>();
        Optional<DecisionGroups> groups = Optional.empty();
        for (EvaluationPlan.Contestant contestant : plan.contestants()) {
            try (Decider decider = open(contestant)) {
                List<double[]> logits =
                        DecisionScoring.canonical(
                                decider,
                                rows.rows(),
                                plan.batchSize(),
                                done -> progress.at(contestant.name(), done, rows.rows().size()));
                NoiseFloor noise =
                        NoiseFloor.of(decider, rows.rows(), logits, plan.batchSize(), plan.seed());
                List<Judged> mine = judged(decider, rows, logits, regrets);
                judged.add(mine);
                DecisionGroups by =
                        groups.orElse(
                                new DecisionGroups(mine, plan.bootstrapSamples(), plan.seed()));
                groups = Optional.of(by);
                models.add(measured(contestant, decider, by, mine, noise));
            }
        }
        DecisionGroups by = groups.orElseThrow();
        RowScores chance = RowScores.chance(judged.getFirst());
        models.add(
                new EvaluationReport.Measured(
                        CHANCE,
                        "an option drawn by lot",
                        "",
                        by.of(chance),
                        Optional.empty(),
                        List.of(),
                        Optional.empty()));
        return new Findings(
                rows.rows().size(),
                rows.dropped(),
                rows.notes(),
                models,
                comparisons(by, judged, chance));
    }

    private List<EvaluationReport.Comparison> comparisons(
            DecisionGroups by, List<List<Judged>> judged, RowScores chance) {
        List<EvaluationReport.Comparison> comparisons = new ArrayList<>();
        RowScores first = RowScores.of(judged.getFirst());
        String firstName = plan.contestants().getFirst().name();
        for (int i = 1; i < judged.size(); i++) {
            comparisons.add(
                    new EvaluationReport.Comparison(
                            plan.contestants().get(i).name(),
                            firstName,
                            by.differences(RowScores.of(judged.get(i)), first)));
        }
        comparisons.add(
                new EvaluationReport.Comparison(
                        plan.contestants().getLast().name(),
                        CHANCE,
                        by.differences(RowScores.of(judged.getLast()), chance)));
        return comparisons;
    }

    /** The rows that all contestants can read, whatever the others could. */
    private TestRows testRows(ReadRows data) {
        int most = Integer.MAX_VALUE;
        for (EvaluationPlan.Contestant contestant : plan.contestants()) {
            most = Math.min(most, contestant.reading().map(Reading::mostOptions).orElse(most));
        }
        try (ModelTokenizer tokenizer = plan.contestants().getFirst().source().base().tokenizer()) {
            return TestRows.of(data, new Encoder(tokenizer, plan.maxLength()), most);
        }
    }

    private Decider open(EvaluationPlan.Contestant contestant) {
        return contestant.reading().isPresent()
                ? Decider.open(contestant.source(), plan.placement(), contestant.reading().get())
                : Decider.open(contestant.source(), plan.placement());
    }

    private static List<Judged> judged(
            Decider decider, TestRows rows, List<double[]> logits, RegretFile regrets) {
        List<Judged> judged = new ArrayList<>();
        for (int i = 0; i < rows.rows().size(); i++) {
            DecisionRow row = rows.rows().get(i);
            judged.add(
                    new Judged(
                            rows.indexes().get(i),
                            row.kind(),
                            row.task().orElse(""),
                            row.label(),
                            Probabilities.of(logits.get(i), decider.temperature(row.kind())),
                            regrets.of(row)));
        }
        return judged;
    }

    private static EvaluationReport.Measured measured(
            EvaluationPlan.Contestant contestant,
            Decider decider,
            DecisionGroups groups,
            List<Judged> judged,
            NoiseFloor noise) {
        return new EvaluationReport.Measured(
                contestant.name(),
                decider.reading().words(),
                where(contestant.source()),
                groups.of(judged),
                Optional.of(CalibrationBins.equalWidth(judged)),
                RowScores.of(judged).regrets(),
                Optional.of(noise));
    }

    static String where(ModelSource source) {
        return source.tuned()
                ? source.adapter().map(Object::toString).orElse(source.folder().toString())
                : source.base().path().toString();
    }
}
