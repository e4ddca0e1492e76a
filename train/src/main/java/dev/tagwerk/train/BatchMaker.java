package dev.tagwerk.train;

import dev.tagwerk.data.DecisionRow;
import dev.tagwerk.data.EncodedDecision;
import dev.tagwerk.data.Encoder;
import dev.tagwerk.data.Presentation;
import dev.tagwerk.data.Presenter;
import dev.tagwerk.data.QuestionKind;
import dev.tagwerk.data.TeacherFile;
import dev.tagwerk.model.DecisionInput;
import dev.tagwerk.model.Shares;
import dev.tagwerk.model.TextInput;
import dev.tagwerk.model.WorkItem;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.spec.DecisionSettings;
import dev.tagwerk.spec.TrainingJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns rows into the work items of a micro-batch: one share per worker, always cut the same way.
 */
final class BatchMaker {
    /** The base reads option numbers up to nine: each is one token. */
    private static final int MOST_NUMBERS = 9;

    private final TrainingJob job;
    private final ModelTokenizer tokenizer;
    private final Presenter presenter;
    private final Optional<TeacherFile> teacher;
    private final int workers;
    private final int[] numberTokens;

    BatchMaker(
            TrainingJob job, ModelTokenizer tokenizer, Optional<TeacherFile> teacher, int workers) {
        this.job = job;
        this.tokenizer = tokenizer;
        this.teacher = teacher;
        this.workers = workers;
        DecisionSettings settings = job.recipe().decision();
        this.presenter =
                new Presenter(
                        job.recipe().seed(),
                        settings.shuffleOptions(),
                        settings.reverseRubricProbability());
        this.numberTokens = settings.baseKlWeight() > 0 ? numberTokens(tokenizer) : new int[0];
    }

    /**
     * A micro-batch, ready to compute.
     *
     * @param items at most one per worker
     * @param weight what the loss is divided by over a step: labels, or the rows' weights
     */
    record MicroBatch(List<WorkItem> items, double weight, List<RowShapes.Shape> shapes) {
        long tokens() {
            return shapes.stream().mapToLong(RowShapes.Shape::length).sum();
        }

        int longestRow() {
            return shapes.stream().mapToInt(RowShapes.Shape::length).max().orElse(0);
        }
    }

    MicroBatch training(List<Unit> units, int epoch) {
        List<TextInput> texts = new ArrayList<>();
        List<Shown> decisions = new ArrayList<>();
        for (Unit unit : units) {
            switch (unit) {
                case Unit.Texts text -> texts.addAll(text.texts());
                case Unit.Decision decision ->
                        decisions.add(
                                show(decision.row(), presenter.present(decision.row(), epoch)));
            }
        }
        return decisions.isEmpty() ? textBatch(texts) : decisionBatch(decisions);
    }

    /** A question as it is shown once. */
    record Shown(DecisionRow row, Presentation presentation, DecisionInput input) {}

    Shown show(DecisionRow row, Presentation presentation) {
        EncodedDecision encoded = Encoder.encode(presentation.prompt(row), tokenizer);
        return new Shown(
                row,
                presentation,
                new DecisionInput(
                        encoded.ids(), encoded.optionPositions(), encoded.queryPosition()));
    }

    private MicroBatch textBatch(List<TextInput> texts) {
        List<WorkItem> items = new ArrayList<>();
        for (List<Integer> share : Shares.ofTexts(texts, workers)) {
            items.add(new WorkItem.Text(share.stream().map(texts::get).toList()));
        }
        double labels = texts.stream().mapToInt(TextInput::labels).sum();
        return new MicroBatch(
                items,
                labels,
                texts.stream().map(t -> new RowShapes.Shape(t.ids().length, t.labels())).toList());
    }

    private MicroBatch decisionBatch(List<Shown> shown) {
        List<WorkItem> items = new ArrayList<>();
        List<DecisionInput> inputs = shown.stream().map(Shown::input).toList();
        for (List<Integer> share : Shares.ofQuestions(inputs, workers)) {
            List<DecisionInput> questions = new ArrayList<>();
            List<float[]> targets = new ArrayList<>();
            float[] baseWeights = new float[share.size()];
            for (int i = 0; i < share.size(); i++) {
                Shown one = shown.get(share.get(i));
                questions.add(one.input());
                targets.add(target(one));
                baseWeights[i] = baseWeight(one.row());
            }
            items.add(new WorkItem.Decisions(questions, targets, baseWeights, numberTokens));
        }
        double weight = shown.stream().mapToDouble(s -> s.row().weight()).sum();
        return new MicroBatch(
                items,
                weight,
                shown.stream()
                        .map(
                                s ->
                                        new RowShapes.Shape(
                                                s.input().ids().length,
                                                s.row().options().size() + 1))
                        .toList());
    }

    private float[] target(Shown shown) {
        DecisionRow row = shown.row();
        DecisionSettings settings = job.recipe().decision();
        float[] target =
                Targets.label(
                        row.kind() == QuestionKind.SCORE,
                        shown.presentation().label(),
                        row.options().size(),
                        settings.ordinalSmoothing());
        Optional<double[]> taught = teacher.flatMap(file -> file.probabilities(row));
        if (taught.isPresent()) {
            double[] probabilities = shown.presentation().shown(taught.get());
            for (int k = 0; k < target.length; k++) {
                target[k] += (float) (settings.teacherWeight() * probabilities[k]);
            }
        }
        for (int k = 0; k < target.length; k++) {
            target[k] *= (float) row.weight();
        }
        return target;
    }

    private float baseWeight(DecisionRow row) {
        double weight = job.recipe().decision().baseKlWeight();
        return row.options().size() <= MOST_NUMBERS ? (float) (weight * row.weight()) : 0f;
    }

    /**
     * The tokens "1" to "9".
     *
     * @throws TrainException when the tokenizer has no single token for one of them
     */
    static int[] numberTokens(ModelTokenizer tokenizer) {
        int[] tokens = new int[MOST_NUMBERS];
        for (int i = 0; i < tokens.length; i++) {
            String number = String.valueOf(i + 1);
            int[] ids = tokenizer.encode(number, false).ids();
            if (ids.length != 1) {
                throw new TrainException(
                        "no_number_token",
                        "base_kl_weight reads the base's answer as one of the tokens 1 to 9, but this tokenizer"
                                + " has no single token for "
                                + number
                                + "; set base_kl_weight: 0");
            }
            tokens[i] = ids[0];
        }
        return tokens;
    }
}
