package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.engine.Workspace;
import dev.tagwerk.spec.ContainerJob;
import dev.tagwerk.spec.EvaluationJob;
import dev.tagwerk.spec.Job;
import dev.tagwerk.spec.TrainingJob;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        footer = {
            "",
            "Trains your job twice for a few steps: once undisturbed, once killed at random moments and resumed.",
            "The two must leave the same bytes.",
            "",
            "Example:",
            "  tagwerk drill job.yaml --steps 40 --kills 5"
        })
final class DrillCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();
    @Mixin private final JobSource source = new JobSource();

    @Option(
            names = "--steps",
            paramLabel = "N",
            description = "steps to train (default: ${DEFAULT-VALUE})")
    private int steps = 30;

    @Option(
            names = "--kills",
            paramLabel = "N",
            description = "how often to kill it (default: ${DEFAULT-VALUE})")
    private int kills = 3;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "decides the moments (default: the clock)")
    private long seed;

    @Option(names = "--keep", description = "keep the two run folders")
    private boolean keep;

    @Option(names = "--json", description = "print the verdict as JSON")
    private boolean json;

    DrillCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (steps < 2 || kills < 1 || kills > 100) {
            throw CommandException.usage(
                    "a drill needs --steps of at least 2 and --kills from 1 to 100.",
                    "",
                    shell.command() + " drill --help");
        }
        TrainingJob job = job();
        Kernels.prepare(shell);
        long chosen = seed == 0 ? shell.clock().millis() : seed;
        Path folder =
                Workspace.find(shell.directory())
                        .runs()
                        .resolveSibling("drills")
                        .resolve(String.valueOf(chosen));
        Drill.Verdict verdict = new Drill(shell, job, folder, steps, kills, chosen).run(keep);
        if (json) {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            node.put("identical", verdict.identical());
            node.put("steps", steps);
            node.put("seed", chosen);
            verdict.killedAt().forEach(node.putArray("killed_after_step")::add);
            verdict.differing().forEach(node.putArray("differing_files")::add);
            Json.print(shell, node);
        } else {
            shell.out().print(verdict.text(steps, chosen));
        }
        shell.out().flush();
        return verdict.identical() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private TrainingJob job() {
        JobSource.Checked checked = source.check(shell);
        if (!checked.problems().isEmpty()) {
            checked.problems().forEach(shell.err()::println);
            throw CommandException.usage(
                    source.file() + " is not valid; nothing was started.",
                    "",
                    shell.command() + " check " + source.file());
        }
        Job job = checked.job().orElseThrow();
        return switch (job) {
            case TrainingJob training -> training;
            case EvaluationJob evaluation ->
                    throw CommandException.usage(
                            source.file() + " is an evaluation.",
                            "A drill kills and resumes a training.",
                            shell.command() + " evaluate " + source.file());
            case ContainerJob container ->
                    throw CommandException.usage(
                            source.file() + " runs a container image.",
                            "A drill kills and resumes a training.",
                            shell.command() + " check " + source.file());
        };
    }
}
