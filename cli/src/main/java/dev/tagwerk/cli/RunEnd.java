package dev.tagwerk.cli;

import dev.tagwerk.engine.Engine;
import dev.tagwerk.engine.Phase;
import dev.tagwerk.engine.RunView;
import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is said, and returned to the shell, when a run that was followed has ended. */
final class RunEnd {
    /** Free bytes below which nothing useful can be written. */
    private static final long FULL = 1 << 20;

    private final Shell shell;
    private final Engine engine;

    RunEnd(Shell shell, Engine engine) {
        this.shell = shell;
        this.engine = engine;
    }

    int report(RunView run, RunFollower follower) {
        Optional<Result> result = engine.folder(run.id()).result();
        if (run.phase() == Phase.SUCCEEDED) {
            succeeded(run, result);
            return ExitCode.DONE;
        }
        String why =
                run.state()
                        .attempt()
                        .flatMap(attempt -> attempt.ending())
                        .map(ending -> ending.sentence())
                        .orElse("it was not started.");
        Optional<String> told = failure(run);
        List<String> lines =
                run.phase() == Phase.STOPPED || told.isPresent()
                        ? List.of()
                        : follower.lastLines(run);
        if (!lines.isEmpty()) {
            shell.err().println("Last lines of its log:");
            lines.forEach(line -> shell.err().println("  " + line));
        }
        shell.err().flush();
        boolean resumable = !engine.folder(run.id()).checkpoints().list().isEmpty();
        throw CommandException.failed(
                "run "
                        + run.id()
                        + (run.phase() == Phase.FAILED ? " " : " is ")
                        + run.phase().word()
                        + " at step "
                        + run.progress().step()
                        + ".",
                told.orElse(
                        engine.folder(run.id()).freeBytes() < FULL
                                ? why + " The disk is full."
                                : why),
                shell.command() + (resumable ? " runs resume " : " runs show ") + run.id());
    }

    /** What the trainer itself said of its failure, in this attempt. */
    private Optional<String> failure(RunView run) {
        String told = "";
        for (Event event : engine.folder(run.id()).events().read().events()) {
            if (event instanceof Event.Started) {
                told = "";
            } else if (event instanceof Event.Failed failed) {
                told = failed.message();
            }
        }
        return told.isEmpty() ? Optional.empty() : Optional.of(told);
    }

    private void succeeded(RunView run, Optional<Result> result) {
        Path output = engine.folder(run.id()).output();
        shell.out()
                .println("Run " + run.id() + " succeeded at step " + run.progress().step() + ".");
        result.ifPresent(
                done -> {
                    done.metrics()
                            .forEach(
                                    (name, value) ->
                                            shell.out()
                                                    .printf(
                                                            Locale.ROOT,
                                                            "  %-22s %.4f%n",
                                                            name.replace('_', ' '),
                                                            value));
                    shell.out()
                            .printf(
                                    "  %-22s %s%n",
                                    "time", Durations.of(done.measurement().totalSeconds()));
                    shell.out()
                            .printf(
                                    "  %-22s %s%n",
                                    "peak memory",
                                    Durations.bytes(done.measurement().peakResidentBytes()));
                });
        for (String name : List.of("adapter", "head.safetensors", "model")) {
            Path path = output.resolve(name);
            if (Files.exists(path)) {
                shell.out()
                        .printf(
                                "  %-22s %s%n",
                                name.replace(".safetensors", ""), shell.shown(path));
            }
        }
        shell.out().flush();
        String command = shell.command();
        boolean decides = Files.exists(output.resolve("head.safetensors"));
        shell.err().println("next:  " + command + " evaluate " + run.id() + " --data FILE");
        shell.err()
                .println(
                        "       "
                                + command
                                + (decides
                                        ? " ask "
                                                + run.id()
                                                + " --state TEXT --choice QUESTION --option A --option B"
                                        : " generate " + run.id() + " --prompt TEXT"));
        shell.err().println("       " + command + " runs export " + run.id() + " --to FOLDER");
    }
}
