package dev.tagwerk.cli;

import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.EventTail;
import dev.tagwerk.runfolder.Result;
import dev.tagwerk.runfolder.RunFolder;
import dev.tagwerk.spec.Checkpoints;
import dev.tagwerk.spec.JobJson;
import dev.tagwerk.spec.Length;
import dev.tagwerk.spec.Recipe;
import dev.tagwerk.spec.TrainingJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The proof that a job resumes: the same steps once undisturbed and once killed by SIGKILL at
 * random moments, in folders of their own; then the outputs are compared byte by byte.
 */
final class Drill {
    private static final long POLL_MILLIS = 20;
    private static final int LARGEST_DELAY_MILLIS = 400;

    private final Shell shell;
    private final TrainingJob job;
    private final Path folder;
    private final int steps;
    private final int kills;
    private final SplittableRandom random;
    private final Display display;
    private volatile @Nullable Process running;

    Drill(Shell shell, TrainingJob job, Path folder, int steps, int kills, long seed) {
        this.shell = shell;
        this.folder = folder;
        this.steps = steps;
        this.kills = kills;
        this.random = new SplittableRandom(seed);
        this.display = new Display(shell);
        this.job = shortened(job, steps);
    }

    private static TrainingJob shortened(TrainingJob job, int steps) {
        Recipe r = job.recipe();
        Recipe recipe =
                new Recipe(
                        r.method(),
                        r.lora(),
                        r.quantization(),
                        new Length.Steps(steps),
                        r.batchSize(),
                        r.gradientAccumulationSteps(),
                        r.learningRate(),
                        r.headLearningRate(),
                        r.schedule(),
                        r.warmup(),
                        r.weightDecay(),
                        r.adamBeta1(),
                        r.adamBeta2(),
                        r.adamEpsilon(),
                        r.maxGradNorm(),
                        r.maxLength(),
                        r.precision(),
                        r.gradientCheckpointing(),
                        r.packing(),
                        r.groupByLength(),
                        r.seed(),
                        r.evaluation(),
                        r.decision());
        return new TrainingJob(
                job.name(),
                job.model(),
                job.task(),
                recipe,
                job.data(),
                new Checkpoints(Math.max(1, steps / 6), Math.max(2, job.checkpoints().keep())),
                job.resources(),
                Optional.empty());
    }

    /**
     * How it ended.
     *
     * @param killedAt the last step seen before each kill
     * @param differing files that are not the same in both; empty when the proof holds
     */
    record Verdict(List<Integer> killedAt, List<String> differing, Map<String, String> files) {
        boolean identical() {
            return differing.isEmpty();
        }

        String text(int steps, long seed) {
            StringBuilder text = new StringBuilder();
            files.forEach(
                    (name, digest) ->
                            text.append(
                                    String.format(
                                            Locale.ROOT,
                                            "  %s  %s%n",
                                            differing.contains(name) ? "DIFFERS  " : "identical",
                                            name)));
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%s: %d steps, killed after steps %s and resumed (seed %d).%n",
                            identical() ? "Bit-identical" : "NOT bit-identical",
                            steps,
                            killedAt,
                            seed));
            return text.toString();
        }
    }

    Verdict run(boolean keep) {
        Path reference = folder.resolve("undisturbed");
        Path disturbed = folder.resolve("killed");
        Thread interrupted = new Thread(() -> interrupted(keep), "drill-end");
        Runtime.getRuntime().addShutdownHook(interrupted);
        try {
            display.line("Undisturbed: " + steps + " steps");
            undisturbed(reference);
            display.line("Killed " + (kills == 1 ? "once" : kills + " times") + " and resumed");
            List<Integer> killedAt = disturbed(disturbed);
            return compare(killedAt, outputs(reference), outputs(disturbed));
        } finally {
            try {
                Runtime.getRuntime().removeShutdownHook(interrupted);
            } catch (IllegalStateException exiting) {
                // A signal came; the hook cleans up.
            }
            display.clear();
            if (keep) {
                shell.err().println("kept:  " + shell.shown(folder));
            } else {
                delete(folder);
            }
        }
    }

    /** Ctrl-C or SIGTERM: the trainer is a child of this command and must not outlive it. */
    private void interrupted(boolean keep) {
        Process process = running;
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
        if (!keep && Files.exists(folder)) {
            delete(folder);
        }
    }

    private void undisturbed(Path root) {
        Process process = start(root, "a1");
        watch(process, root, 0, Integer.MAX_VALUE);
        requireDone(root, process);
    }

    private List<Integer> disturbed(Path root) {
        List<Integer> killedAt = new ArrayList<>();
        for (int attempt = 1; attempt <= kills; attempt++) {
            Process process = start(root, "a" + attempt);
            int from = killedAt.isEmpty() ? 0 : killedAt.getLast();
            // Within the steps left for the kills still to come; at least one step on, now and then
            // none.
            int left = Math.max(1, (steps - from) / (kills - attempt + 2));
            int at = watch(process, root, from, from + random.nextInt(left + 1));
            if (!process.isAlive()) {
                break; // it was done before the moment came
            }
            sleep(random.nextInt(LARGEST_DELAY_MILLIS));
            String whom = killOne(process);
            waitFor(process);
            killedAt.add(at);
            display.line("  " + whom + "killed after step " + at);
        }
        Process process = start(root, "a" + (kills + 1));
        watch(process, root, 0, Integer.MAX_VALUE);
        requireDone(root, process);
        return killedAt;
    }

    /** One of the processes that train together; when it is not the first, that one ends itself. */
    private String killOne(Process process) {
        List<ProcessHandle> ranks = process.children().toList();
        int rank = random.nextInt(ranks.size() + 1);
        if (rank == 0) {
            process.destroyForcibly();
        } else {
            ranks.get(rank - 1).destroyForcibly();
        }
        return ranks.isEmpty() ? "" : "rank " + rank + " ";
    }

    private Process start(Path root, String attempt) {
        try {
            RunFolder.at(root).create();
            Files.writeString(root.resolve("job.json"), JobJson.write(job));
            List<String> command = new ArrayList<>(Engines.trainer(shell).arguments());
            command.addAll(List.of("--run", root.toString(), "--attempt", attempt, "--start-over"));
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().putAll(Engines.trainer(shell).environment());
            builder.redirectErrorStream(true);
            builder.redirectOutput(root.resolve(attempt + ".log").toFile());
            Process process = builder.start();
            running = process;
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits until the process ends or has finished {@code until} steps; returns the last step seen.
     */
    private int watch(Process process, Path root, int from, int until) {
        EventTail tail = RunFolder.at(root).events().tail(0);
        int step = 0;
        while (true) {
            boolean alive = process.isAlive();
            for (Event event : tail.poll().events()) {
                if (event instanceof Event.Step taken) {
                    step = taken.step();
                } else if (event instanceof Event.Started) {
                    step = 0;
                } else if (event instanceof Event.Resumed resumed) {
                    step = resumed.fromStep();
                }
            }
            String words = "  step " + step + " of " + steps;
            display.state(words, words);
            if (!alive || step >= Math.max(until, 1) && step >= from) {
                return step;
            }
            sleep(POLL_MILLIS);
        }
    }

    private void requireDone(Path root, Process process) {
        waitFor(process);
        boolean done = RunFolder.at(root).result().filter(Result::succeeded).isPresent();
        if (!done) {
            throw CommandException.failed(
                    "the drill's training failed: " + lastLine(root),
                    "",
                    shell.command() + " check");
        }
    }

    private static String lastLine(Path root) {
        try (Stream<Path> files = Files.list(root)) {
            Optional<Path> log =
                    files.filter(file -> file.toString().endsWith(".log"))
                            .max(Comparator.comparing(Path::toString));
            if (log.isEmpty()) {
                return "no log";
            }
            List<String> lines = Files.readAllLines(log.get(), StandardCharsets.UTF_8);
            return lines.isEmpty() ? "the log is empty" : lines.getLast();
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static Map<String, String> outputs(Path root) {
        return RunFolder.at(root).result().orElseThrow().files();
    }

    private static Verdict compare(
            List<Integer> killedAt, Map<String, String> one, Map<String, String> other) {
        TreeSet<String> names = new TreeSet<>(one.keySet());
        names.addAll(other.keySet());
        List<String> differing = new ArrayList<>();
        Map<String, String> files = new TreeMap<>();
        for (String name : names) {
            String first = one.getOrDefault(name, "");
            files.put(name, first);
            if (!first.equals(other.getOrDefault(name, ""))) {
                differing.add(name);
            }
        }
        return new Verdict(killedAt, differing, files);
    }

    private static void waitFor(Process process) {
        try {
            if (!process.waitFor(1, TimeUnit.HOURS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
            throw CommandException.failed("the drill was interrupted.", "", "");
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.failed("the drill was interrupted.", "", "");
        }
    }

    private static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
