package dev.tagwerk.cli;

import dev.tagwerk.engine.AttemptState;
import dev.tagwerk.engine.RunView;
import dev.tagwerk.runfolder.Checkpoint;
import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.RunFolder;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Runs for people. */
final class RunTable {
    private RunTable() {}

    static void print(Shell shell, List<RunView> runs) {
        int width =
                Math.max(
                        3,
                        runs.stream().mapToInt(run -> run.id().value().length()).max().orElse(3));
        String row = "%-" + width + "s  %-9s  %11s  %8s  %s%n";
        shell.out().printf(row, "RUN", "STATE", "STEP", "LOSS", "STARTED");
        for (RunView run : runs) {
            shell.out()
                    .printf(
                            row,
                            run.id(),
                            run.phase().word(),
                            run.progress().step() + "/" + run.progress().totalSteps(),
                            run.progress().last().map(RunTable::loss).orElse("-"),
                            Durations.of(
                                            Duration.between(
                                                            run.state().created(),
                                                            shell.clock().instant())
                                                    .toSeconds())
                                    + " ago");
        }
    }

    private static String loss(Event.Step step) {
        return String.format(Locale.ROOT, "%.4f", step.loss());
    }

    static void details(Shell shell, RunView run, RunFolder folder) {
        line(shell, "run", run.id().value());
        line(shell, "state", run.phase().word());
        line(shell, "job", run.state().jobName() + " (" + run.state().origin() + ")");
        line(shell, "started", run.state().created().toString());
        line(shell, "step", run.progress().step() + " of " + run.progress().totalSteps());
        run.progress().last().ifPresent(step -> line(shell, "loss", loss(step)));
        run.progress()
                .evaluated()
                .ifPresent(
                        evaluated ->
                                line(
                                        shell,
                                        "validation",
                                        String.format(
                                                Locale.ROOT,
                                                "loss %.4f at step %d",
                                                evaluated.loss(),
                                                evaluated.step())));
        for (AttemptState attempt : run.state().attempts()) {
            line(
                    shell,
                    "attempt " + attempt.number(),
                    "on "
                            + attempt.provider()
                            + " from step "
                            + attempt.fromStep()
                            + ": "
                            + attempt.ending()
                                    .map(ending -> ending.sentence())
                                    .orElse("not ended"));
        }
        for (Checkpoint checkpoint : folder.checkpoints().list()) {
            line(
                    shell,
                    "checkpoint",
                    "step " + checkpoint.step() + ", " + Durations.bytes(checkpoint.bytes()));
        }
        folder.result()
                .ifPresent(
                        result -> {
                            line(
                                    shell,
                                    "result",
                                    result.status()
                                            + result.failure().map(why -> ": " + why).orElse(""));
                            result.metrics()
                                    .forEach(
                                            (name, value) ->
                                                    line(
                                                            shell,
                                                            name.replace('_', ' '),
                                                            String.format(
                                                                    Locale.ROOT, "%.4f", value)));
                            result.data().forEach((key, sha256) -> line(shell, key, sha256));
                            line(shell, "time", Durations.of(result.measurement().totalSeconds()));
                            line(
                                    shell,
                                    "peak memory",
                                    Durations.bytes(result.measurement().peakResidentBytes()));
                        });
        line(shell, "files", shell.shown(folder.output()));
    }

    private static void line(Shell shell, String name, String value) {
        shell.out().printf("%-14s %s%n", name, value);
    }
}
