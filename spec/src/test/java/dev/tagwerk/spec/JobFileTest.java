package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobFileTest {
    @TempDir private Path folder;

    @Test
    void theSmallestJobGetsTheDecisionRecipe() {
        TrainingJob job = Samples.training(Samples.SMALLEST);
        Recipe recipe = job.recipe();
        assertThat(job.name()).isEqualTo("kniffel");
        assertThat(job.model()).isEqualTo(new ModelRef.Folder(Path.of("/srv/project/tiny")));
        assertThat(job.data().train().file()).isEqualTo(Path.of("/srv/project/rows.jsonl"));
        assertThat(job.data().hasValidation()).isFalse();
        assertThat(job.maxDuration()).isEmpty();
        assertThat(job.checkpoints()).isEqualTo(new Checkpoints(50, 2));
        assertThat(recipe.method()).isEqualTo(Method.LORA);
        assertThat(recipe.lora())
                .isEqualTo(new LoraSettings(16, 32, 0.05, new Targets.AllLinear(), false));
        assertThat(recipe.lora().scale()).isEqualTo(2.0);
        assertThat(recipe.length()).isEqualTo(new Length.Epochs(2));
        assertThat(recipe.warmup()).isEqualTo(new Warmup.Ratio(0.03));
        assertThat(recipe.learningRate()).isEqualTo(1e-4);
        assertThat(recipe.headLearningRate()).isEqualTo(1e-3);
        assertThat(recipe.adamBeta2()).isEqualTo(0.95);
        assertThat(recipe.weightDecay()).isEqualTo(0.01);
        assertThat(recipe.seed()).isEqualTo(42);
        assertThat(recipe.maxLength()).isEqualTo(1024);
        assertThat(recipe.decision())
                .isEqualTo(
                        new DecisionSettings(0.1, 0.5, 0.3, Optional.empty(), 1.0, 256, 0.0, true));
    }

    @Test
    void causalJobsHaveDefaultsOfTheirOwn() {
        TrainingJob lora =
                Samples.training(Samples.SMALLEST.replace("task: decision", "task: causal-lm"));
        assertThat(lora.recipe().learningRate()).isEqualTo(2e-4);
        assertThat(lora.recipe().adamBeta2()).isEqualTo(0.999);
        assertThat(lora.recipe().weightDecay()).isZero();
        assertThat(Samples.training(Samples.CAUSAL).recipe().learningRate()).isEqualTo(2e-5);
    }

    @Test
    void aChatTemplateIsANameOrAFile() {
        String causal = Samples.SMALLEST.replace("task: decision", "task: causal-lm");
        assertThat(Samples.training(causal).data().chatTemplate()).isEmpty();
        assertThat(Samples.training(causal + "\n  chat_template: chatml\n").data().chatTemplate())
                .contains(new ChatTemplateRef.BuiltIn("chatml"));
        assertThat(
                        Samples.training(causal + "\n  chat_template: ./mine.jinja\n")
                                .data()
                                .chatTemplate())
                .contains(new ChatTemplateRef.File(Path.of("/srv/project/mine.jinja")));
        assertThat(Samples.told(causal + "\n  chat_template: chatlm\n"))
                .singleElement(org.assertj.core.api.InstanceOfAssertFactories.STRING)
                .contains("there is no template \"chatlm\"")
                .contains("write chatml, or ./chatlm for a file");
        assertThat(Samples.told(Samples.SMALLEST + "\n  chat_template: chatml\n").toString())
                .contains("chat_template")
                .contains("causal-lm");
    }

    @Test
    void readsEveryKey() {
        TrainingJob job = Samples.training(Samples.FULL);
        assertThat(job.name()).isEqualTo("kniffel-1");
        assertThat(job.model()).isEqualTo(new ModelRef.Hub("org/name", Optional.of("main")));
        assertThat(job.maxDuration()).contains(Duration.ofMinutes(90));
        assertThat(job.recipe().learningRate()).isEqualTo(1e-4);
        assertThat(job.recipe().length()).isEqualTo(new Length.Steps(200));
        assertThat(job.recipe().warmup()).isEqualTo(new Warmup.Steps(10));
        assertThat(job.recipe().lora().targets())
                .isEqualTo(new Targets.Names(List.of("q_proj", "v_proj")));
        assertThat(job.recipe().lora().scale()).isEqualTo(16 / Math.sqrt(8));
        assertThat(job.recipe().evaluation()).isEqualTo(new Evaluation(20, 3, true));
        assertThat(job.recipe().decision().teacher())
                .contains(Path.of("/srv/project/teacher-x.jsonl"));
        assertThat(job.data().validation())
                .contains(new DataRef.File(Path.of("/abs/held-out.jsonl")));
        assertThat(job.resources())
                .isEqualTo(
                        new Resources(Device.CPU, 2, 2, Optional.empty(), Duration.ofMinutes(10)));
    }

    @Test
    void readsWhatAnAdapterCovers() {
        LoraSettings lora = Samples.training(Samples.ADAPTED).recipe().lora();
        assertThat(lora.rankPattern().keySet()).containsExactly("v_proj", "layers\\.0\\..*");
        assertThat(lora.rankPattern()).containsEntry("v_proj", 32L);
        assertThat(lora.alphaPattern()).containsExactly(Map.entry("q_proj", 8.5));
        assertThat(lora.layers()).containsExactly(3L);
        assertThat(lora.modulesToSave()).containsExactly("lm_head", "norm");
        assertThat(lora.excluded()).contains(new Targets.Names(List.of("1.mlp.up_proj")));
        assertThat(lora.trainedTokens()).containsExactly(7L, 5L);
        assertThat(lora.bias()).isEqualTo(TrainedBiases.LORA_ONLY);
    }

    @Test
    void readsAnEvaluation() {
        EvaluationJob job = (EvaluationJob) Samples.valid(Samples.EVALUATION);
        assertThat(job.kind()).isEqualTo(Kind.EVALUATION);
        assertThat(job.adapter()).contains(Path.of("/srv/project/out/adapter"));
        assertThat(job.head()).contains(Path.of("/srv/project/out/head.safetensors"));
        assertThat(job.regrets()).contains(Path.of("/srv/project/regrets.jsonl"));
        assertThat(job.maxLength()).isEqualTo(512);
        assertThat(job.compareBase()).isTrue();
    }

    @Test
    void reportsAllProblemsAtOnceInTheFilesOrder() {
        List<Problem> problems =
                Samples.problems(
                        """
                        kind: trainin
                        model: 5
                        task: causal_lm
                        recipe:
                          rnak: 8
                          method: dora
                          learning_rate: "1e-4"
                        data:
                          validation: s3://bucket/x
                        """);
        assertThat(problems).extracting(Problem::line).containsExactly(1, 2, 3, 5, 6, 7, 8, 9);
        assertThat(problems)
                .extracting(Problem::path)
                .containsExactly(
                        "kind",
                        "model",
                        "task",
                        "recipe.rnak",
                        "recipe.method",
                        "recipe.learning_rate",
                        "data.train",
                        "data.validation");
    }

    @Test
    void aProblemReadsLikeACompilersMessage() {
        assertThat(Samples.problems(Samples.SMALLEST + "recipe:\n  rnak: 8\n"))
                .extracting(Problem::toString)
                .containsExactly(
                        "/srv/project/kniffel.yaml:7:3: recipe.rnak: unknown key `rnak`"
                                + " (did you mean `rank`?)");
    }

    @Test
    void laterKindsAreRefusedByNameAndTheirKeysLeftAlone() {
        assertThat(Samples.told("kind: pipeline\nimage: x\n"))
                .containsExactly(
                        "1:7: kind: `pipeline` is not in this version"
                                + " (this version knows training, evaluation, container)");
    }

    @Test
    void missingKeysAreNamedWithWhatBelongsThere() {
        assertThat(Samples.told("kind: training\n"))
                .hasSize(3)
                .anyMatch(told -> told.startsWith("1:1: model: is missing; must be a model's"))
                .anyMatch(told -> told.contains("task: is missing"))
                .anyMatch(told -> told.contains("(add `train: …` under `data`)"));
        assertThat(Samples.told("model: ./x\ntask: decision\ndata: {train: x}\n"))
                .containsExactly(
                        "1:1: kind: is missing; must be one of training, evaluation, container"
                                + " (add `kind: …`)");
    }

    @Test
    void keysOfTheOtherKindAndOfOtherSectionsAreSentHome() {
        assertThat(Samples.told(Samples.EVALUATION + "max_duration: 1h\n"))
                .singleElement()
                .asString()
                .contains("only kind: training has it");
        assertThat(Samples.told(Samples.EVALUATION + "recipe: {rank: 3}\n"))
                .singleElement()
                .asString()
                .contains("only kind: training has it");
        assertThat(Samples.told(Samples.SMALLEST + "rank: 3\n"))
                .containsExactly("6:1: rank: unknown key `rank` (it belongs under `recipe`)");
        assertThat(Samples.told(Samples.SMALLEST + "resources: {kind: x}\n"))
                .singleElement()
                .asString()
                .contains("it belongs at the top of the file");
    }

    @Test
    void aSectionMayBeEmptyButNotAValue() {
        assertThat(Samples.told(Samples.SMALLEST + "recipe:\n  # rank: 3\n")).isEmpty();
        assertThat(Samples.told(Samples.SMALLEST + "recipe: lora\n"))
                .singleElement()
                .asString()
                .startsWith("6:9: recipe: must be a mapping of keys, not the text \"lora\"");
        assertThat(Samples.told(Samples.SMALLEST + "recipe: [1]\n")).hasSize(1);
    }

    @Test
    void modelsAreFoldersOrRepositories() throws Exception {
        assertThat(model("org/name")).isEqualTo(new ModelRef.Hub("org/name", Optional.empty()));
        assertThat(model("org/name@v1.0/x"))
                .isEqualTo(new ModelRef.Hub("org/name", Optional.of("v1.0/x")));
        assertThat(model("name")).isEqualTo(new ModelRef.Folder(Path.of("/srv/project/name")));
        assertThat(model("../a/b")).isEqualTo(new ModelRef.Folder(Path.of("/srv/a/b")));
        assertThat(model("/m")).isEqualTo(new ModelRef.Folder(Path.of("/m")));
        assertThat(Samples.told(Samples.SMALLEST.replace("./tiny", "org/name@")))
                .singleElement()
                .asString()
                .contains("is no branch, tag or commit");
        // a folder of that name comes first
        Files.createDirectories(folder.resolve("org/name"));
        Parsed parsed =
                JobFile.parse(
                        Samples.SMALLEST.replace("./tiny", "org/name"), folder.resolve("j.yaml"));
        assertThat(((TrainingJob) ((Parsed.Valid) parsed).job()).model())
                .isEqualTo(new ModelRef.Folder(folder.resolve("org/name")));
    }

    private static ModelRef model(String text) {
        return Samples.training(Samples.SMALLEST.replace("./tiny", text)).model();
    }

    @Test
    void homeMeansTheCallersHome() {
        String text = Samples.SMALLEST.replace("rows.jsonl", "~/rows.jsonl");
        Parsed parsed = JobFile.parse(text, Samples.ORIGIN, Map.of("HOME", "/home/user"), Map.of());
        assertThat(((TrainingJob) ((Parsed.Valid) parsed).job()).data().train().file())
                .isEqualTo(Path.of("/home/user/rows.jsonl"));
        assertThat(Samples.told(text)).singleElement().asString().contains("HOME is not set");
    }

    @Test
    void impossiblePathsAreProblems() {
        assertThat(Samples.told(Samples.SMALLEST.replace("rows.jsonl", "\"a\\0b\"")))
                .singleElement()
                .asString()
                .contains("is no path this machine can have");
        assertThat(Samples.told(Samples.SMALLEST.replace("rows.jsonl", "\"\""))).hasSize(1);
        assertThat(Samples.told(Samples.SMALLEST.replace("rows.jsonl", "[a, b]"))).hasSize(1);
        assertThat(Samples.told(Samples.SMALLEST.replace("rows.jsonl", "2024")))
                .singleElement()
                .asString()
                .contains("(quote it: \"2024\")");
    }

    @Test
    void filesThatCannotBeReadAreProblems() throws Exception {
        assertThat(read(folder.resolve("absent.yaml"))).contains("there is no such file");
        assertThat(read(folder)).contains("folder");
        assertThat(read(write("big.yaml", new byte[(1 << 20) + 1]))).contains("1 MiB");
        assertThat(
                        read(
                                write(
                                        "latin.yaml",
                                        "name: caf\u00e9".getBytes(StandardCharsets.ISO_8859_1))))
                .contains("latin.yaml:1:10: holds the byte 0xE9, which is not UTF-8");
        assertThat(read(write("wide.yaml", "kind: x".getBytes(StandardCharsets.UTF_16))))
                .contains("UTF-16");
        assertThat(read(write("cut.yaml", new byte[] {'a', (byte) 0xE2, (byte) 0x82})))
                .contains("not UTF-8");
    }

    private Path write(String name, byte[] bytes) throws Exception {
        return Files.write(folder.resolve(name), bytes);
    }

    private static String read(Path file) {
        Parsed.Invalid invalid = (Parsed.Invalid) JobFile.read(file, Map.of());
        assertThat(invalid.problems()).hasSize(1);
        return invalid.problems().getFirst().toString();
    }

    @Test
    void aJobIsNamedAfterItsFile() {
        assertThat(JobFile.nameOf(Path.of("a/my job.v2.yaml"))).isEqualTo("my-job.v2");
        assertThat(JobFile.nameOf(Path.of("x.yml"))).isEqualTo("x");
        assertThat(JobFile.nameOf(Path.of("日本.yaml"))).isEqualTo("job");
        assertThat(JobFile.nameOf(Path.of("/"))).isEqualTo("job");
        assertThat(JobFile.nameOf(Path.of("y".repeat(99)))).hasSize(63);
    }
}
