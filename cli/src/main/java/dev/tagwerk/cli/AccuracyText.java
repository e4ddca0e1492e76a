package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.quote.Accuracy;
import dev.tagwerk.quote.Range;
import java.util.Locale;

/** How good durations are, on the runs of this workspace. */
record AccuracyText(Shell shell, PastRuns runs) {
    int print(boolean json) {
        Accuracy accuracy = Accuracy.of(runs.measured());
        if (accuracy.trials().isEmpty()) {
            throw CommandException.failed(
                    "there are no finished runs of two shapes on one machine in this workspace.",
                    "each is quoted from those of other shapes: at least two are needed, and "
                            + Accuracy.ENOUGH
                            + " to say something.",
                    shell.command() + " runs list");
        }
        if (json) {
            Json.print(shell, node(accuracy));
            return ExitCode.DONE;
        }
        String row = "%-44s %9s %9s %9s %9s %8s  %s";
        shell.out()
                .println(row.formatted("RUN", "P10", "P50", "P90", "TOOK", "P50 OFF", "").strip());
        for (Accuracy.Trial trial : accuracy.trials()) {
            shell.out()
                    .println(
                            row.formatted(
                                            trial.run().run(),
                                            seconds(trial.seconds().low()),
                                            seconds(trial.seconds().middle()),
                                            seconds(trial.seconds().high()),
                                            seconds(trial.took()),
                                            String.format(
                                                    Locale.ROOT, "%+.1f%%", 100 * trial.error()),
                                            trial.covered() ? "" : "outside")
                                    .stripTrailing());
        }
        Range<Double> coverage = accuracy.coverage();
        shell.out()
                .printf(
                        Locale.ROOT,
                        "%d runs of %d shapes, each quoted from the runs of other shapes:%n"
                                + "median absolute error of P50: %.1f %% (goal: 10 %%)%n"
                                + "between P10 and P90: %d of %d, %.0f %% (95 %% interval %.0f to"
                                + " %.0f %%; goal: 80 %%)%n",
                        accuracy.trials().size(),
                        accuracy.shapes(),
                        100 * accuracy.medianError(),
                        accuracy.covered(),
                        accuracy.trials().size(),
                        100 * coverage.middle(),
                        100 * coverage.low(),
                        100 * coverage.high());
        if (accuracy.trials().size() < Accuracy.ENOUGH) {
            shell.out().println("fewer than " + Accuracy.ENOUGH + " runs: this says little yet");
        }
        return ExitCode.DONE;
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.1fs", seconds);
    }

    private static ObjectNode node(Accuracy accuracy) {
        ObjectNode node = Json.object();
        node.put("runs", accuracy.trials().size());
        node.put("shapes", accuracy.shapes());
        node.put("median_absolute_error", accuracy.medianError());
        node.put("covered", accuracy.covered());
        node.put("coverage", accuracy.coverage().middle());
        node.put("coverage_low", accuracy.coverage().low());
        node.put("coverage_high", accuracy.coverage().high());
        ArrayNode trials = node.putArray("trials");
        for (Accuracy.Trial trial : accuracy.trials()) {
            trials.addObject()
                    .put("run", trial.run().run())
                    .put("p10_seconds", trial.seconds().low())
                    .put("p50_seconds", trial.seconds().middle())
                    .put("p90_seconds", trial.seconds().high())
                    .put("took_seconds", trial.took())
                    .put("covered", trial.covered());
        }
        return node;
    }
}
