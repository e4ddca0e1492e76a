package dev.tagwerk.train;

import static java.util.Locale.ROOT;

import dev.tagwerk.runfolder.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Memory over a long run, for {@code bench/memory.sh}: {@code DIR [STEPS]}. A real training process
 * on a small random model and rows of many lengths; prints its resident memory as the run goes on,
 * and ends with 1 when it grows by more than allowed after step 200.
 */
final class MemoryBench {
    private static final int FIRST = 200;
    private static final long ALLOWED = 32L << 20;
    private static final int LINES = 10;

    private MemoryBench() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]).toAbsolutePath();
        int steps = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 2_000;
        prepare(folder);
        TestRun run = TestRun.of(folder.resolve("run-" + System.currentTimeMillis()), job(steps));
        TrainerProcess trainer = run.start();
        while (trainer.alive()) {
            Thread.sleep(200);
        }
        if (trainer.exitCode() != 0) {
            System.err.println(trainer.said());
            System.exit(1);
        }
        System.exit(grown(run.events(Event.Step.class)) <= ALLOWED ? 0 : 1);
    }

    private static void prepare(Path folder) throws IOException {
        if (!Files.exists(folder.resolve("model"))) {
            Files.createDirectories(folder);
            TinyModel.write(folder.resolve("model"), 64, 160, 4);
            TinyData.texts(folder.resolve("texts.jsonl"), 1_500, 2);
        }
    }

    private static String job(int steps) {
        return """
                kind: training
                model: ./model
                task: causal-lm
                recipe: {rank: 8, steps: %d, batch_size: 8, dropout: 0.05, eval_steps: 250}
                data: {train: texts.jsonl, validation_fraction: 0.05}
                checkpoints: {every_steps: 250}
                resources: {device: cpu}
                """
                .formatted(steps);
    }

    private static long grown(List<Event.Step> steps) {
        System.out.println("| step | resident, MB | since step " + FIRST + ", MB |");
        System.out.println("|---:|---:|---:|");
        long first = steps.get(Math.min(FIRST, steps.size()) - 1).residentBytes();
        for (int line = 1; line <= LINES; line++) {
            Event.Step step = steps.get(Math.max(1, steps.size() * line / LINES) - 1);
            System.out.printf(
                    ROOT,
                    "| %d | %.1f | %+.1f |%n",
                    step.step(),
                    step.residentBytes() / 1048576.0,
                    (step.residentBytes() - first) / 1048576.0);
        }
        List<Double> seconds = steps.stream().map(Event.Step::seconds).sorted().toList();
        long grown = steps.getLast().residentBytes() - first;
        System.out.printf(
                ROOT,
                "%s: %.1f MB more at step %d than at step %d, at most %.0f allowed; %.1f ms a step%n",
                grown <= ALLOWED ? "holds" : "FAILS",
                grown / 1048576.0,
                steps.getLast().step(),
                FIRST,
                ALLOWED / 1048576.0,
                seconds.get(seconds.size() / 2) * 1e3);
        return grown;
    }
}
