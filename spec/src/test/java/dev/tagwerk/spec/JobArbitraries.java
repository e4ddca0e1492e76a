package dev.tagwerk.spec;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Any job that can be, by the ranges of the key table. */
final class JobArbitraries {
    private JobArbitraries() {}

    static Arbitrary<Job> jobs() {
        return Arbitraries.oneOf(
                training().map(Job.class::cast),
                evaluation().map(Job.class::cast),
                container().map(Job.class::cast));
    }

    private static Arbitrary<Integer> whole(Key<Long> key) {
        WholeType type = (WholeType) key.type();
        return Arbitraries.integers()
                .between((int) type.least(), (int) Math.min(type.most(), Integer.MAX_VALUE));
    }

    private static Arbitrary<Double> real(Key<Double> key) {
        RealType type = (RealType) key.type();
        return Arbitraries.doubles()
                .between(type.least(), !type.openLeast(), type.most(), !type.openMost())
                .ofScale(15)
                .filter(value -> type.complaint(value).isEmpty());
    }

    private static Arbitrary<Boolean> flag() {
        return Arbitraries.of(true, false);
    }

    static Arbitrary<Path> paths() {
        return Arbitraries.strings()
                .withChars("ab .-_\"\\\t\n:#äß日")
                .withChars('{', '}', '$')
                .ofMinLength(1)
                .ofMaxLength(12)
                .map(text -> Path.of("/" + text));
    }

    private static Arbitrary<DataRef> data() {
        return paths().map(
                        path ->
                                new DataRef.File(
                                        path,
                                        path.toString().length() % 2 == 0
                                                ? Optional.empty()
                                                : Optional.of("0a".repeat(32))));
    }

    private static Columns columns(int draw) {
        return draw % 3 == 0
                ? Columns.none()
                : new Columns(Map.of(Column.PROMPT, "a \"b\"", Column.USER_ROLE, "x: y"));
    }

    private static Arbitrary<ModelRef> models() {
        Arbitrary<Optional<String>> revisions =
                Arbitraries.of("main", "v1.0", "refs/pr/1", "0af3").optional();
        Arbitrary<ModelRef> hub =
                revisions.map(revision -> new ModelRef.Hub("org-1/name.x", revision));
        return Arbitraries.oneOf(hub, paths().map(ModelRef.Folder::new));
    }

    private static Arbitrary<String> names() {
        return Arbitraries.strings().alpha().numeric().ofMinLength(1).ofMaxLength(63);
    }

    private static Terms terms(long draw) {
        if (draw % 3 == 0) {
            return Terms.NONE;
        }
        Classification[] all = Classification.values();
        return new Terms(
                Optional.of(
                        Amount.of(draw % 2 == 0 ? "15" : "9.990", draw % 5 == 0 ? "USD" : "EUR")),
                draw % 2 == 0 ? List.of("eu") : List.of("westeurope", "West US 2", "GRA"),
                draw % 4 == 0 ? List.of() : List.of("us-cloud-act"),
                draw % 5 == 0 ? List.of() : List.of("hds", "iso-27001"),
                draw % 7 == 0 ? Optional.empty() : Optional.of(all[(int) (draw % all.length)]));
    }

    private static Arbitrary<Resources> resources() {
        return Combinators.combine(Arbitraries.of(Device.values()), whole(CommonKeys.THREADS))
                .as(Resources::new);
    }

    /** Small numbers: every rank needs a row of the batch. */
    private static Arbitrary<Resources> sharedResources() {
        return Combinators.combine(
                        resources(),
                        Arbitraries.longs().between(1, 1).optional(),
                        Arbitraries.longs().between(1, 86_400).map(Duration::ofSeconds))
                .as(
                        (own, gpus, timeout) ->
                                new Resources(
                                        own.device(),
                                        own.threads(),
                                        1,
                                        own.device() == Device.CPU ? Optional.empty() : gpus,
                                        timeout));
    }

    private static Arbitrary<LoraSettings> lora() {
        Arbitrary<Targets> names =
                Arbitraries.strings()
                        .alpha()
                        .ofMinLength(1)
                        .ofMaxLength(10)
                        .list()
                        .uniqueElements()
                        .ofMinSize(1)
                        .ofMaxSize(8)
                        .map(Targets.Names::new);
        Arbitrary<Targets> expressions =
                Arbitraries.of(".*_proj", "a|b", "model\\.layers\\.[02]\\..*", "\"'{x}: #\t*")
                        .map(Targets.Regex::new);
        return Combinators.combine(
                        whole(TrainingKeys.RANK),
                        real(TrainingKeys.ALPHA),
                        real(TrainingKeys.DROPOUT),
                        Arbitraries.oneOf(
                                Arbitraries.just(new Targets.AllLinear()), names, expressions),
                        flag(),
                        patterns(Arbitraries.longs().between(1, 4096)),
                        patterns(Arbitraries.doubles().between(0.5, 65_536)),
                        Arbitraries.longs().between(0, 40).list().uniqueElements().ofMaxSize(4))
                .as(
                        (rank, alpha, dropout, targets, rslora, ranks, alphas, layers) ->
                                new LoraSettings(
                                        rank,
                                        alpha,
                                        dropout,
                                        targets,
                                        targets instanceof Targets.AllLinear
                                                ? Optional.empty()
                                                : Optional.of(targets),
                                        rslora,
                                        ranks,
                                        alphas,
                                        targets instanceof Targets.Regex ? List.of() : layers,
                                        List.of(),
                                        List.of(),
                                        TrainedBiases.NONE));
    }

    private static <T> Arbitrary<Map<String, T>> patterns(Arbitrary<T> numbers) {
        return Arbitraries.maps(
                        Arbitraries.of("q_proj", "^model.*", "'\"\\d+: ", "layers.1", "täst"),
                        numbers)
                .ofMaxSize(3);
    }

    private static Arbitrary<DecisionSettings> decision() {
        return Combinators.combine(
                        real(TrainingKeys.ORDINAL_SMOOTHING),
                        real(TrainingKeys.REVERSE_RUBRIC),
                        real(TrainingKeys.BASE_KL_WEIGHT),
                        paths().optional(),
                        real(TrainingKeys.TEACHER_WEIGHT),
                        whole(TrainingKeys.POINTER_DIM),
                        real(TrainingKeys.HEAD_DROPOUT),
                        flag())
                .as(DecisionSettings::new);
    }

    private record Rates(
            double rate, double head, double decay, double beta1, double beta2, double epsilon) {}

    private record Sizes(int batch, int accumulation, int length, double norm, long seed) {}

    private record Switches(
            Schedule schedule,
            Precision precision,
            boolean recompute,
            boolean packing,
            boolean group) {}

    private static Arbitrary<Recipe> recipes() {
        Arbitrary<Rates> rates =
                Combinators.combine(
                                real(TrainingKeys.LEARNING_RATE),
                                real(TrainingKeys.HEAD_LEARNING_RATE),
                                real(TrainingKeys.WEIGHT_DECAY),
                                real(TrainingKeys.ADAM_BETA1),
                                real(TrainingKeys.ADAM_BETA2),
                                real(TrainingKeys.ADAM_EPSILON))
                        .as(Rates::new);
        Arbitrary<Sizes> sizes =
                Combinators.combine(
                                whole(TrainingKeys.BATCH_SIZE),
                                whole(TrainingKeys.GRADIENT_ACCUMULATION_STEPS),
                                whole(TrainingKeys.MAX_LENGTH),
                                real(TrainingKeys.MAX_GRAD_NORM),
                                Arbitraries.longs().between(0, Long.MAX_VALUE))
                        .as(Sizes::new);
        Arbitrary<Switches> switches =
                Combinators.combine(
                                Arbitraries.of(Schedule.values()),
                                Arbitraries.of(Precision.values()),
                                flag(),
                                flag(),
                                flag())
                        .as(Switches::new);
        Arbitrary<Length> lengths =
                Arbitraries.oneOf(
                        real(TrainingKeys.EPOCHS).map(Length.Epochs::new),
                        Arbitraries.integers().between(1000, 5000).map(Length.Steps::new));
        Arbitrary<Warmup> warmups =
                Arbitraries.oneOf(
                        real(TrainingKeys.WARMUP_RATIO).map(Warmup.Ratio::new),
                        Arbitraries.integers().between(0, 1000).map(Warmup.Steps::new));
        Arbitrary<Evaluation> evaluations =
                Combinators.combine(
                                Arbitraries.integers().between(1, 1000),
                                whole(TrainingKeys.EARLY_STOPPING_PATIENCE),
                                flag())
                        .as(Evaluation::new);
        return Combinators.combine(
                        lora(), decision(), rates, sizes, switches, lengths, warmups, evaluations)
                .flatAs(
                        (lora, decision, rate, size, on, length, warmup, evaluation) ->
                                Arbitraries.of(Method.values())
                                        .map(
                                                method ->
                                                        new Recipe(
                                                                method,
                                                                lora,
                                                                new QuantizationSettings(
                                                                        on.packing()
                                                                                ? QuantizationType
                                                                                        .INT8
                                                                                : QuantizationType
                                                                                        .NF4,
                                                                        on.group()),
                                                                length,
                                                                size.batch(),
                                                                size.accumulation(),
                                                                rate.rate(),
                                                                rate.head(),
                                                                on.schedule(),
                                                                warmup,
                                                                rate.decay(),
                                                                rate.beta1(),
                                                                rate.beta2(),
                                                                rate.epsilon(),
                                                                size.norm(),
                                                                size.length(),
                                                                on.precision(),
                                                                on.recompute(),
                                                                on.packing(),
                                                                on.group(),
                                                                size.seed(),
                                                                evaluation,
                                                                decision)));
    }

    private static Arbitrary<TrainingJob> training() {
        return Combinators.combine(
                        names(),
                        models(),
                        recipes(),
                        data(),
                        paths().map(path -> Path.of(path + "-held-out")),
                        whole(TrainingKeys.EVERY_STEPS),
                        sharedResources(),
                        Arbitraries.longs()
                                .between(1, 31_536_000)
                                .map(Duration::ofSeconds)
                                .optional())
                .as(
                        (name, model, recipe, train, validation, every, resources, most) -> {
                            // packing decides the task, for decisions refuse it
                            Task task = recipe.packing() ? Task.CAUSAL_LM : Task.DECISION;
                            TrainingData data =
                                    every % 2 == 0
                                            ? new TrainingData(
                                                    train,
                                                    Optional.of(new DataRef.File(validation)),
                                                    0,
                                                    DataFormat.AUTO,
                                                    Columns.none(),
                                                    Optional.empty(),
                                                    template(task, every))
                                            : new TrainingData(
                                                    train,
                                                    Optional.empty(),
                                                    0.25,
                                                    DataFormat.AUTO,
                                                    columns(every),
                                                    Optional.empty(),
                                                    template(task, every));
                            return new TrainingJob(
                                    name,
                                    model,
                                    task,
                                    recipe,
                                    data,
                                    new Checkpoints(every, 1 + every % 10_000),
                                    resources,
                                    most,
                                    terms(every));
                        });
    }

    private static Arbitrary<EvaluationJob> evaluation() {
        Arbitrary<List<Optional<Path>>> files = paths().optional().list().ofSize(3);
        return Combinators.combine(
                        names(),
                        models(),
                        files,
                        data(),
                        Arbitraries.of(Precision.values()),
                        resources(),
                        whole(EvaluationKeys.BATCH_SIZE),
                        Arbitraries.longs().between(0, Long.MAX_VALUE))
                .as(
                        (name, model, optional, data, precision, resources, batch, seed) ->
                                new EvaluationJob(
                                        name,
                                        model,
                                        optional.get(0),
                                        evaluated(seed),
                                        data,
                                        DataFormat.AUTO,
                                        columns(batch),
                                        Optional.empty(),
                                        template(evaluated(seed), batch),
                                        1 + batch,
                                        batch,
                                        precision,
                                        resources,
                                        optional.get(1),
                                        optional.get(2),
                                        seed % 3 == 0,
                                        100 + batch,
                                        seed,
                                        terms(seed)));
    }

    private static Arbitrary<String> words() {
        return Arbitraries.strings()
                .withChars("ab .-_\"\\\t\n:#äß日{}$'|>&*!%@`,[]?")
                .ofMaxLength(12);
    }

    private static Arbitrary<Environment> environments() {
        return Arbitraries.maps(
                        Arbitraries.strings().alpha().ofMinLength(2).ofMaxLength(8),
                        words().optional())
                .ofMaxSize(4)
                .map(Environment::new);
    }

    private static Arbitrary<List<JobVolume>> volumes() {
        Arbitrary<JobVolume> volume =
                Combinators.combine(
                                Arbitraries.of("/data", "/cache", "/mnt/a b", "/o:#"),
                                Arbitraries.of("/srv/x", "s3://b/p", "share", "a: b # c")
                                        .optional(),
                                flag())
                        .as(JobVolume::new);
        return volume.list().uniqueElements(JobVolume::path).ofMaxSize(4);
    }

    private static Arbitrary<ContainerResources> needs() {
        Arbitrary<Long> sizes = Arbitraries.longs().between(1 << 20, 64L << 40);
        return Combinators.combine(
                        real(ContainerKeys.CPUS).optional(),
                        sizes.optional(),
                        Arbitraries.of("T4", "A100-80GB").optional(),
                        Arbitraries.longs().between(1, 64),
                        sizes.optional())
                .as(
                        (cpus, memory, gpu, gpus, shared) ->
                                new ContainerResources(
                                        cpus,
                                        memory,
                                        gpu,
                                        // a named card is at least one
                                        gpu.isPresent() || gpus % 2 == 0
                                                ? Optional.of(gpus)
                                                : Optional.empty(),
                                        shared));
    }

    static Arbitrary<ContainerJob> container() {
        Arbitrary<ProviderHint> hints =
                Combinators.combine(
                                Arbitraries.of(Provider.values()).optional(),
                                Arbitraries.of("GRA", "West Europe").optional(),
                                Arbitraries.of("gpu-t4", "l4-1-gpu").optional())
                        .as(ProviderHint::new);
        Arbitrary<List<List<String>>> commands = words().list().ofMaxSize(5).list().ofSize(2);
        Arbitrary<List<String>> expected =
                Arbitraries.of("a.json", "b c/d.bin", "ä: #").list().uniqueElements().ofMaxSize(3);
        return Combinators.combine(
                        names(),
                        commands,
                        environments(),
                        volumes(),
                        needs(),
                        Arbitraries.longs().between(1, 31_536_000).optional(),
                        expected,
                        hints)
                .as(
                        (name, words, env, volumes, needs, seconds, expects, hint) ->
                                new ContainerJob(
                                        name,
                                        "ghcr.io/org/x-y/z:1.0",
                                        words.get(0),
                                        words.get(1),
                                        seconds.map(most -> "/work " + most),
                                        env,
                                        seconds.isPresent()
                                                ? List.of("T_1", "HF_TOKEN")
                                                : List.of(),
                                        volumes,
                                        needs,
                                        seconds.map(Duration::ofSeconds),
                                        (int) (seconds.orElse(0L) % 101),
                                        expects,
                                        hint,
                                        terms(seconds.orElse(4L))));
    }

    /** Only texts have one. */
    private static Task evaluated(long seed) {
        return seed % 2 == 0 ? Task.DECISION : Task.CAUSAL_LM;
    }

    private static Optional<ChatTemplateRef> template(Task task, int number) {
        if (task == Task.DECISION || number % 3 == 0) {
            return Optional.empty();
        }
        return Optional.of(
                number % 3 == 1
                        ? new ChatTemplateRef.BuiltIn("gemma")
                        : new ChatTemplateRef.File(Path.of("/templates/one.jinja")));
    }
}
