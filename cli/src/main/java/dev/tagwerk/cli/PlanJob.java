package dev.tagwerk.cli;

import dev.tagwerk.hub.PullRecord;
import dev.tagwerk.spec.Classification;
import dev.tagwerk.spec.ContainerJob;
import dev.tagwerk.spec.EvaluationJob;
import dev.tagwerk.spec.JobVolume;
import dev.tagwerk.spec.Length;
import dev.tagwerk.spec.Method;
import dev.tagwerk.spec.ModelRef;
import dev.tagwerk.spec.Recipe;
import dev.tagwerk.spec.TrainingJob;
import dev.tagwerk.spec.WorkspaceSettings;
import dev.tagwerk.train.JobSize;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What a plan says of the job itself. */
record PlanJob(Shell shell, QuoteAnswer answer, WorkspaceSettings settings) {

    PlanSheet.Section section() {
        Map<String, String> facts = new LinkedHashMap<>();
        switch (answer.job()) {
            case TrainingJob training -> training(facts, training);
            case ContainerJob container -> container(facts, container);
            case EvaluationJob evaluation -> facts.put("job", evaluation.name());
        }
        facts.put(
                "class of the data",
                answer.job()
                        .terms()
                        .or(settings.terms())
                        .classification()
                        .map(PlanJob::words)
                        .orElse("not stated (data.classification in the job)"));
        return new PlanSheet.Draft("What runs").add(new PlanSheet.Facts(facts)).section();
    }

    private static String words(Classification data) {
        return switch (data) {
            case PUBLIC, INTERNAL -> data.word();
            case PERSONAL -> "personal: about people";
            case HEALTH -> "health: about people's health";
        };
    }

    private void training(Map<String, String> facts, TrainingJob job) {
        facts.put("job", job.name() + ": a training, task " + job.task().word());
        facts.put("model", job.model().text());
        facts.put("licence of the model", licence(job.model()));
        facts.put("learns from", job.data().train().toString());
        job.data().validation().ifPresent(rows -> facts.put("is measured on", rows.toString()));
        answer.numbers()
                .size()
                .ifPresent(
                        size -> {
                            facts.put(
                                    "data set",
                                    String.format(
                                            Locale.ROOT,
                                            "%,d rows, %s; goes to the machine",
                                            size.rows(),
                                            Durations.bytes(size.dataBytes())));
                            facts.put("work", work(size));
                        });
        facts.put("recipe", recipe(job.recipe()));
        facts.put(
                "comes home",
                Durations.bytes(answer.numbers().job().outputBytes())
                        + (job.recipe().method() == Method.FULL
                                ? ": the model's weights"
                                : ": the trained adapter"));
    }

    private static String work(JobSize size) {
        return String.format(
                Locale.ROOT,
                "%,d steps, %,d examples, %,d tokens, %,d evaluations; %,d values are trained",
                size.steps(),
                size.examples(),
                size.tokens(),
                size.evaluations(),
                size.trainable());
    }

    private String licence(ModelRef model) {
        return PullRecord.of(Inspection.folder(model, shell.environment()))
                .map(
                        record ->
                                record.terms().words()
                                        + (record.terms().gated().equals("no")
                                                ? ""
                                                : "; gated: whoever pulls it must accept it")
                                        + ", as "
                                        + record.repository()
                                        + " at commit "
                                        + record.commit()
                                        + " says; pulled on "
                                        + LocalDate.ofInstant(record.pulled(), ZoneOffset.UTC))
                .orElse("unknown here: it was not pulled from a hub with this program");
    }

    private static String recipe(Recipe recipe) {
        String length =
                switch (recipe.length()) {
                    case Length.Epochs epochs -> number(epochs.epochs()) + " epochs";
                    case Length.Steps steps -> steps.steps() + " steps";
                };
        String rank = recipe.method() == Method.FULL ? "" : " of rank " + recipe.lora().rank();
        return recipe.method().word()
                + rank
                + ", "
                + length
                + ", batches of "
                + recipe.batchSize() * recipe.gradientAccumulationSteps()
                + ", rows of up to "
                + recipe.maxLength()
                + " tokens, learning rate "
                + recipe.learningRate()
                + ", precision "
                + recipe.precision().word()
                + ", seed "
                + recipe.seed();
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }

    private static void container(Map<String, String> facts, ContainerJob job) {
        facts.put("job", job.name() + ": a container");
        facts.put("image", job.image());
        if (!job.command().isEmpty()) {
            facts.put("command", String.join(" ", job.command()));
        }
        if (!job.args().isEmpty()) {
            facts.put("arguments", String.join(" ", job.args()));
        }
        if (!job.volumes().isEmpty()) {
            facts.put(
                    "volumes",
                    job.volumes().stream().map(PlanJob::volume).collect(Collectors.joining("; ")));
        }
        if (!job.secrets().isEmpty()) {
            facts.put("secrets, by name", String.join(", ", job.secrets()));
        }
        facts.put("starts again after a failure", job.retries() + " times");
    }

    private static String volume(JobVolume volume) {
        return volume.path()
                + volume.source().map(from -> " from " + from).orElse(", empty at first")
                + (volume.readOnly() ? ", read only" : "");
    }
}
