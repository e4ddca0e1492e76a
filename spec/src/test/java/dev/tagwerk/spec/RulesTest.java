package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What must hold between keys. */
class RulesTest {
    private static final String DECISION = "kind: training\nmodel: ./m\ntask: decision\n";
    private static final String CAUSAL = "kind: training\nmodel: ./m\ntask: causal-lm\n";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "recipe: {epochs: 1, steps: 2} | recipe.steps: `epochs` and `steps` exclude each other",
                "recipe: {warmup_ratio: 0.1, warmup_steps: 2} | `warmup_ratio` and `warmup_steps` exclude",
                "recipe: {packing: true} | recipe.packing: has no meaning under task decision (remove it, or set task: causal-lm)",
                "recipe: {packing: false} | recipe.packing: has no meaning under task decision",
                "recipe: {method: full, rank: 4} | recipe.rank: has no meaning under method full (remove it, or set method: lora or qlora)",
                "recipe: {method: full, targets: all-linear} | recipe.targets: has no meaning under method full",
                "recipe: {early_stopping_patience: 2, eval_steps: 5} | needs validation rows (set data.validation or",
                "recipe: {keep_best: true} | recipe.keep_best: needs validation rows",
                "recipe: {eval_steps: 5} | recipe.eval_steps: needs validation rows",
                "recipe: {teacher_weight: 0.5} | has no effect without a teacher",
                "recipe: {steps: 5, warmup_steps: 6} | would not end within the 5 steps",
            })
    void brokenRulesAreTold(String line, String told) {
        assertThat(Samples.told(DECISION + "data: {train: x}\n" + line + "\n"))
                .isNotEmpty()
                .anyMatch(text -> text.contains(told))
                .allMatch(text -> text.startsWith("5:"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{train: x, validation: y, validation_fraction: 0.1} | exclude each other",
                "{train: x, validation: y, validation_fraction: 0} | exclude each other",
                "{train: x, validation: ./z/../x} | is the training file",
                "{train: x, format: text} | text rows do not fit the task decision (use decision rows)",
                "{train: x, format: prompt-completion} | do not fit the task decision",
                "{train: x, format: chat} | (write messages)",
                "{train: x, format: messages} | messages rows do not fit the task decision",
                "{train: x, format: preference} | `preference` is not in this version",
            })
    void brokenDataRulesAreTold(String data, String told) {
        assertThat(Samples.told(DECISION + "data: " + data + "\n"))
                .singleElement()
                .asString()
                .contains(told);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | data.train: is missing; must be the path of a data file",
                "{train: dataset:x@sha256:0} | names no data set",
                "{train: 'dataset:'} | names no data set",
                "{train: [a, b]} | join the files into one",
                "{train: {path: x, sha: y}} | data.train.sha: unknown key `sha` (known here: path, sha256)",
                "{train: {path: x, sha256: y}} | data.train.sha256: must be a digest",
                "{train: {}} | has no `path`",
                "{train: x, columns: {promt: a}} | data.columns.promt: unknown key `promt` (did you mean `prompt`?)",
                "{train: x, columns: {prompt: 3}} | data.columns.prompt: must be a name",
                "{train: x, columns: {role: a, role_tag: b}} | says a second time",
                "{train: x, columns: [a]} | must be a mapping such as",
                "{train: x, dataset_info: a.json} | must be the path of a dataset_info.json, `#`",
                "{train: x, dataset_info: a.json#b, columns: {prompt: q}} | exclude each other",
                "{train: {path: x}, validation: ./y/../x} | is the training file",
            })
    void brokenPlacesOfRowsAreTold(String data, String told) {
        assertThat(Samples.told(CAUSAL + "data: " + data + "\n"))
                .singleElement()
                .asString()
                .contains(told);
    }

    @Test
    void columnsHaveNoMeaningForDecisions() {
        assertThat(Samples.told(DECISION + "data: {train: x, columns: {prompt: q}}\n"))
                .singleElement()
                .asString()
                .contains("data.columns: has no meaning under task decision");
    }

    @Test
    void onlyAResolvedJobKnowsItsFiles() {
        TrainingData data = Samples.training(Samples.MAPPED).data();
        assertThat(data.train().file()).isEqualTo(Path.of("/srv/project/dialogs.parquet"));
        assertThat(data.columns().name(Column.ROLE)).contains("who");
        assertThat(data.columns().files()).containsExactly("dialog");
        assertThatThrownBy(() -> data.validation().orElseThrow().file())
                .isInstanceOf(SpecException.class)
                .hasMessageContaining(
                        "dataset:held-out@sha256:0123456789ab has not been looked up");
        assertThatThrownBy(() -> Samples.training(Samples.LISTED).data().train().file())
                .isInstanceOf(SpecException.class);
    }

    @Test
    void decisionKeysMeanNothingToCausalJobs() {
        for (Key<?> key : KeyTable.of(Kind.TRAINING).keys()) {
            if (key.scope().task().equals(Optional.of(Task.DECISION))) {
                String value =
                        switch (key.fallback()) {
                            case Fallback.Fixed<?> fixed -> fixed.value().toString();
                            case Fallback.Absent<?> absent -> "x";
                            case Fallback.Required<?> required -> "x";
                            case Fallback.Unless<?> unless -> "x";
                            case Fallback.Derived<?> derived -> "x";
                        };
                assertThat(Samples.recipe(Task.CAUSAL_LM, key.name() + ": " + value))
                        .as(key.path())
                        .anyMatch(told -> told.contains("has no meaning under task causal-lm"));
            }
        }
        assertThat(Samples.told(CAUSAL + "data: {train: x, format: decision}\n"))
                .singleElement()
                .asString()
                .contains("decision rows do not fit the task causal-lm");
    }

    @Test
    void comparingEvaluationsNeedsSome() {
        String data = "data: {train: x, validation_fraction: 0.1}\n";
        assertThat(
                        Samples.told(
                                DECISION
                                        + data
                                        + "recipe: {keep_best: true, early_stopping_patience: 1}"))
                .hasSize(2)
                .allMatch(told -> told.contains("eval_steps is 0 (set eval_steps, for example"));
        assertThat(
                        Samples.told(
                                DECISION
                                        + data
                                        + "recipe: {keep_best: true, early_stopping_patience: 1,"
                                        + " eval_steps: 10}"))
                .isEmpty();
    }

    @Test
    void aWrongValueIsNotAlsoABrokenRule() {
        assertThat(
                        Samples.told(
                                DECISION
                                        + "data: {train: x, validation: 5}\n"
                                        + "recipe: {keep_best: true, eval_steps: 10}\n"))
                .singleElement()
                .asString()
                .contains("data.validation: must be the path");
    }

    @Test
    void severalProcessesShareTheProcessorAndSeveralGpusAreOneProcessEach() {
        String job = DECISION + "data: {train: x}\n";
        assertThat(Samples.told(job + "resources: {device: cuda, processes: 2}\n"))
                .singleElement()
                .asString()
                .contains("resources.processes: share the processor")
                .contains("gpus: 2");
        assertThat(Samples.told(job + "resources: {device: cpu, gpus: 2}\n"))
                .singleElement()
                .asString()
                .contains("resources.gpus: means nothing on the processor")
                .contains("processes: 2");
        assertThat(Samples.told(job + "resources: {processes: 2, gpus: 2}\n"))
                .singleElement()
                .asString()
                .contains("exclude each other");
        assertThat(Samples.told(job + "resources: {gpus: 5}\n"))
                .singleElement()
                .asString()
                .contains("from 1 to 4");
        assertThat(Samples.told(job + "recipe: {batch_size: 2}\nresources: {processes: 3}\n"))
                .singleElement()
                .asString()
                .contains("recipe.batch_size: counts the rows of all processes, and 3 share them");
        assertThat(Samples.told(job + "resources: {processes: 2, process_timeout: 10s}\n"))
                .isEmpty();
    }

    @Test
    void evaluationsCompareWithAnAdapterOnly() {
        assertThat(Samples.told(Samples.EVALUATION.replace("adapter: out/adapter\n", "")))
                .singleElement()
                .asString()
                .contains("evaluation.compare_base: has nothing to compare the base with");
        assertThat(Samples.told(Samples.EVALUATION.replace("task: decision", "task: causal-lm")))
                .hasSize(2)
                .allMatch(told -> told.contains("has no meaning under task causal-lm"));
    }

    @Test
    void recordsHoldTheSameRules() {
        TrainingJob job = Samples.training(Samples.SMALLEST);
        Recipe recipe = job.recipe();
        assertThatThrownBy(() -> new LoraSettings(0, 1, 0, new Targets.AllLinear(), false))
                .isInstanceOf(SpecException.class)
                .hasMessage("recipe.rank must be a whole number from 1 to 4096, not 0");
        assertThatThrownBy(() -> new LoraSettings(1, Double.NaN, 0, new Targets.AllLinear(), false))
                .hasMessageStartingWith("recipe.alpha must be");
        assertThatThrownBy(() -> new LoraSettings(1, 1, 0, new Targets.Names(List.of()), false))
                .hasMessageStartingWith("recipe.targets must name");
        assertThatThrownBy(() -> new Checkpoints(0, 1)).hasMessageContaining("every_steps");
        assertThatThrownBy(() -> new Length.Epochs(0)).hasMessageContaining("recipe.epochs");
        assertThatThrownBy(() -> new ModelRef.Hub("x", Optional.empty()))
                .hasMessageContaining("organisation/name");
        assertThatThrownBy(
                        () ->
                                new TrainingJob(
                                        "n",
                                        job.model(),
                                        Task.CAUSAL_LM,
                                        recipe,
                                        new TrainingData(
                                                new DataRef.File(Path.of("/x")),
                                                Optional.empty(),
                                                0,
                                                DataFormat.DECISION),
                                        job.checkpoints(),
                                        job.resources(),
                                        Optional.empty()))
                .hasMessageContaining("data.format: decision rows do not fit");
        assertThatThrownBy(
                        () ->
                                new TrainingJob(
                                        "n",
                                        job.model(),
                                        job.task(),
                                        recipe,
                                        job.data(),
                                        job.checkpoints(),
                                        job.resources(),
                                        Optional.of(Duration.ofMillis(1500))))
                .hasMessageContaining("max_duration must be");
    }
}
