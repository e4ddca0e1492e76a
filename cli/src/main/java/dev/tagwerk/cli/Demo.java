package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tagwerk.data.DataSets;
import dev.tagwerk.data.Option;
import dev.tagwerk.data.QuestionKind;
import dev.tagwerk.engine.Engine;
import dev.tagwerk.engine.Phase;
import dev.tagwerk.engine.RunView;
import dev.tagwerk.engine.StartRequest;
import dev.tagwerk.engine.Workspace;
import dev.tagwerk.evaluate.Decider;
import dev.tagwerk.evaluate.Evaluation;
import dev.tagwerk.evaluate.EvaluationPlan;
import dev.tagwerk.evaluate.EvaluationReport;
import dev.tagwerk.evaluate.ModelSource;
import dev.tagwerk.evaluate.Question;
import dev.tagwerk.kniffel.BatchDecider;
import dev.tagwerk.kniffel.GameReport;
import dev.tagwerk.kniffel.KniffelData;
import dev.tagwerk.kniffel.KniffelGames;
import dev.tagwerk.kniffel.Optimum;
import dev.tagwerk.kniffel.PlayedGames;
import dev.tagwerk.kniffel.Player;
import dev.tagwerk.kniffel.Players;
import dev.tagwerk.local.LocalProvider;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.JobJson;
import dev.tagwerk.spec.Parsed;
import dev.tagwerk.spec.Task;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The demo step by step: data, base, training, evaluation, games. */
final class Demo {
    private static final long SEED = 42;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Shell shell;
    private final Path folder;
    private final Path data;
    private final Path base;
    private final Display display;
    private final long started = System.nanoTime();
    private final int threads = Runtime.getRuntime().availableProcessors();

    Demo(Shell shell, Path folder) {
        this.shell = shell;
        this.folder = folder;
        this.data = folder.resolve("data");
        this.base = examples(shell).resolve("tiny-base");
        this.display = new Display(shell);
    }

    private static Path examples(Shell shell) {
        Path examples =
                Path.of(
                                shell.environment()
                                        .getOrDefault("TAGWERK_ROOT", shell.directory().toString()))
                        .resolve("examples");
        if (!Files.isRegularFile(examples.resolve("tiny-base").resolve("config.json"))) {
            throw CommandException.failed(
                    "the demo's base model is not in " + examples.resolve("tiny-base") + ".",
                    "It comes with the repository and with the release archive.",
                    "git status examples/tiny-base");
        }
        return examples;
    }

    /** Solves the game, writes rows and the job; what is there from an earlier demo is kept. */
    void prepare() {
        say("1/5  Kniffel, solved exactly: every action's cost is known");
        create(folder);
        Optimum optimum = optimum();
        say(
                String.format(
                        Locale.ROOT,
                        "     best play expects %.4f points a game",
                        optimum.expectation()));
        if (!Files.exists(data.resolve("train.jsonl"))) {
            create(data);
            KniffelData.write(
                    data, optimum, KniffelData.POSITIONS, KniffelData.HELD_OUT, KniffelData.SEED);
        }
        say(
                "     "
                        + rows("train.jsonl")
                        + " rows to learn from, "
                        + rows("heldout.jsonl")
                        + " held out, in "
                        + shell.shown(data));
        writeJob();
    }

    private Optimum optimum() {
        return Optimum.cached(folder.resolve("kniffel-values.bin"), threads);
    }

    private void writeJob() {
        Path job = folder.resolve("job.yaml");
        try {
            Files.writeString(job, DemoJob.text(base, ModelFolder.open(base)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            Files.writeString(
                    folder.resolve("state.txt"),
                    "dice 2 3 5 6 6\nrolls left 1\nopen twos fives sixes quad full house chance\n"
                            + "upper 20 of 63 pace -4\npoints 110\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        say("     the job is " + shell.shown(job));
    }

    /** One question to the base, before it has learnt anything. */
    void showBase() {
        say("2/5  The base model before training (it has read about dice, never played)");
        ModelSource source = ModelSource.find(base, shell.environment());
        EvaluationPlan plan =
                new EvaluationPlan(
                        "base",
                        List.of(new EvaluationPlan.Contestant("base", source, Optional.empty())),
                        Task.DECISION,
                        data.resolve("heldout.jsonl"),
                        DataFormat.DECISION,
                        Columns.none(),
                        Optional.empty(),
                        Optional.of(data.resolve("heldout.regret.jsonl")),
                        DemoJob.MAX_LENGTH,
                        DemoJob.ROWS_AT_ONCE,
                        DemoJob.placement(),
                        DemoJob.BOOTSTRAP_SAMPLES,
                        SEED,
                        Optional.empty());
        EvaluationReport before = Evaluation.run(plan, shell.clock(), this::progress);
        display.clear();
        say("     " + DemoReport.line(before.models().getFirst()));
    }

    /** Trains through the engine, as {@code tagwerk run} does. */
    DemoRun train() {
        say("3/5  Training a LoRA adapter and a decision head");
        Path file = folder.resolve("job.yaml");
        String text = read(file);
        Engine engine = Engines.open(shell, Workspace.find(folder));
        RunView run =
                switch (JobFile.read(file, shell.environment(), Map.of())) {
                    case Parsed.Valid valid ->
                            engine.start(
                                    new StartRequest(
                                            valid.job().name(),
                                            file.toString(),
                                            text,
                                            JobJson.write(valid.job()),
                                            LocalProvider.NAME));
                    case Parsed.Invalid invalid ->
                            throw CommandException.failed(
                                    "the demo's job is not valid: " + invalid.problems(), "", "");
                };
        RunFollower follower = new RunFollower(shell, engine, run.id());
        RunView end = follower.follow();
        Path runFolder = engine.folder(end.id()).root();
        if (end.phase() != Phase.SUCCEEDED) {
            new RunEnd(shell, engine).report(end, follower);
        }
        double seconds =
                engine.folder(end.id())
                        .result()
                        .map(result -> result.measurement().totalSeconds())
                        .orElse(0.0);
        say(String.format(Locale.ROOT, "     trained in %.0f s; run %s", seconds, end.id()));
        return new DemoRun(end.id().toString(), runFolder, seconds);
    }

    /** Evaluates base and tuned model, and lets all players play. */
    DemoResults measure(DemoRun run, int games, int baseGames) {
        say("4/5  Evaluation on held-out positions, base against tuned, same rows, same process");
        ModelSource tuned = ModelSource.find(run.folder(), shell.environment());
        EvaluationReport evaluation =
                Evaluation.run(
                        EvaluationPlan.ofRun(
                                run.folder(),
                                tuned,
                                DataSets.Source.of(data.resolve("heldout.jsonl")),
                                Optional.empty(),
                                Optional.of(data.resolve("heldout.regret.jsonl")),
                                true,
                                DemoJob.placement(),
                                shell.environment()),
                        shell.clock(),
                        this::progress);
        display.clear();
        evaluation.models().forEach(model -> say("     " + DemoReport.line(model)));
        say("5/5  Full games on the same dice");
        Optimum optimum = optimum();
        List<PlayedGames> played = new ArrayList<>();
        List<PlayedGames> reference = KniffelGames.reference(optimum, games, SEED);
        played.addAll(reference.subList(0, 2));
        played.add(play("base model", tuned.baseOnly(), baseGames));
        played.add(play("tuned model", tuned, games));
        played.addAll(reference.subList(2, reference.size()));
        GameReport report = GameReport.of("greedy", played, SEED);
        return new DemoResults(
                evaluation,
                randomRegret(),
                report,
                optimum.expectation(),
                run,
                (System.nanoTime() - started) / 1e9);
    }

    private PlayedGames play(String name, ModelSource source, int games) {
        try (Decider decider = Decider.open(source, DemoJob.placement())) {
            Player player = Players.deciding(asked(decider));
            PlayedGames result =
                    PlayedGames.of(
                            name,
                            player,
                            games,
                            SEED,
                            (finished, all) -> progress(name + " plays", finished, all));
            display.clear();
            return result;
        }
    }

    private static BatchDecider asked(Decider decider) {
        return questions -> {
            List<Question> asked =
                    questions.stream()
                            .map(
                                    question ->
                                            new Question(
                                                    QuestionKind.CHOICE,
                                                    question.state(),
                                                    question.instructions(),
                                                    question.options().stream()
                                                            .map(
                                                                    option ->
                                                                            new Option(
                                                                                    option.name(),
                                                                                    option
                                                                                            .description()))
                                                            .toList()))
                            .toList();
            return decider.probabilities(asked).stream().mapToInt(Demo::most).toArray();
        };
    }

    private static int most(double[] probabilities) {
        int best = 0;
        for (int k = 1; k < probabilities.length; k++) {
            best = probabilities[k] > probabilities[best] ? k : best;
        }
        return best;
    }

    /**
     * The mean regret of choosing at random, exactly: the mean over options, then over questions.
     */
    private double randomRegret() {
        double sum = 0;
        int count = 0;
        for (String line : read(data.resolve("heldout.regret.jsonl")).lines().toList()) {
            JsonNode regret = parse(line).path("regret");
            if (regret.isArray()) {
                double mean = 0;
                for (JsonNode value : regret) {
                    mean += value.asDouble() / regret.size();
                }
                sum += mean;
                count++;
            }
        }
        return sum / count;
    }

    private void progress(String what, long done, long all) {
        String words = "     " + what + " " + done + " of " + all;
        display.state(words, words);
    }

    private long rows(String name) {
        return read(data.resolve(name)).lines().count();
    }

    private void say(String line) {
        display.line(line);
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void create(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
