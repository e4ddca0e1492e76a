package dev.tagwerk.train;

import static java.util.Locale.ROOT;

import dev.tagwerk.runfolder.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Memory over a long run, for {@code bench/memory.sh}: {@code DIR STEPS PRECISION}. A real training
 * process on a small random model and rows of many lengths, in bf16 of hundreds; prints its
 * resident memory as the run goes on, and ends with 1 when it grows by more than allowed after step
 * 200, in bf16 after step 10: compiled products pile up early.
 */
final class MemoryBench {
    private static final int LINES = 10;

    private final boolean ragged;
    private final int first;
    private final long allowed;

    private MemoryBench(boolean ragged) {
        this.ragged = ragged;
        first = ragged ? 10 : 200;
        allowed = ragged ? 64L << 20 : 32L << 20;
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]).toAbsolutePath();
        int steps = Integer.parseInt(arguments[1]);
        String precision = arguments[2];
        MemoryBench bench = new MemoryBench(precision.equals("bf16"));
        prepare(folder);
        TestRun run =
                TestRun.of(
                        folder.resolve("run-" + System.currentTimeMillis()),
                        bench.job(steps, precision));
        TrainerProcess trainer = run.start();
        while (trainer.alive()) {
            Thread.sleep(200);
        }
        if (trainer.exitCode() != 0) {
            System.err.println(trainer.said());
            System.exit(1);
        }
        System.exit(bench.grown(run.events(Event.Step.class)) <= bench.allowed ? 0 : 1);
    }

    private static void prepare(Path folder) throws IOException {
        if (!Files.exists(folder.resolve("model"))) {
            Files.createDirectories(folder);
            TinyModel.write(folder.resolve("model"), 64, 160, 4);
            TinyData.texts(folder.resolve("texts.jsonl"), 1_500, 2);
            TinyData.texts(folder.resolve("ragged.jsonl"), 1_500, 2, 300);
        }
    }

    private String job(int steps, String precision) {
        return """
                kind: training
                model: ./model
                task: causal-lm
                recipe: {rank: 8, steps: %d, batch_size: %d, dropout: 0.05, eval_steps: 250, precision: %s}
                data: {train: %s, validation_fraction: 0.05}
                checkpoints: {every_steps: 250}
                resources: {device: cpu}
                """
                .formatted(
                        steps, ragged ? 2 : 8, precision, ragged ? "ragged.jsonl" : "texts.jsonl");
    }

    private long grown(List<Event.Step> steps) {
        System.out.println("| step | resident, MB | since step " + first + ", MB |");
        System.out.println("|---:|---:|---:|");
        long then = steps.get(Math.min(first, steps.size()) - 1).residentBytes();
        for (int line = 1; line <= LINES; line++) {
            Event.Step step = steps.get(Math.max(1, steps.size() * line / LINES) - 1);
            System.out.printf(
                    ROOT,
                    "| %d | %.1f | %+.1f |%n",
                    step.step(),
                    step.residentBytes() / 1048576.0,
                    (step.residentBytes() - then) / 1048576.0);
        }
        List<Double> seconds = steps.stream().map(Event.Step::seconds).sorted().toList();
        long grown = steps.getLast().residentBytes() - then;
        System.out.printf(
                ROOT,
                "%s: %.1f MB more at step %d than at step %d, at most %.0f allowed; %.1f ms a step%n",
                grown <= allowed ? "holds" : "FAILS",
                grown / 1048576.0,
                steps.getLast().step(),
                first,
                allowed / 1048576.0,
                seconds.get(seconds.size() / 2) * 1e3);
        return grown;
    }
}
