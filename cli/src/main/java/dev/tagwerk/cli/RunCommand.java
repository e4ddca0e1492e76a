package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.engine.Engine;
import dev.tagwerk.engine.Phase;
import dev.tagwerk.engine.RunView;
import dev.tagwerk.engine.StartRequest;
import dev.tagwerk.local.LocalProvider;
import dev.tagwerk.spec.ContainerJob;
import dev.tagwerk.spec.EvaluationJob;
import dev.tagwerk.spec.Job;
import dev.tagwerk.spec.JobJson;
import dev.tagwerk.spec.TrainingJob;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        footer = {
            "",
            "The run goes on when this command ends: Ctrl-C detaches. Its files are in .tagwerk/runs/RUN/output.",
            "",
            "Example:",
            "  tagwerk run job.yaml"
        })
final class RunCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();
    @Mixin private final JobSource source = new JobSource();

    @Option(
            names = {"-d", "--detach"},
            description = "start it and return at once")
    private boolean detach;

    @Option(names = "--json", description = "print the run as JSON")
    private boolean json;

    @Option(
            names = "--ignore-memory",
            description = "start it although the estimate says that it does not fit into memory")
    private boolean ignoreMemory;

    RunCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        JobSource.Checked checked = source.check(shell);
        if (!checked.problems().isEmpty()) {
            checked.problems().forEach(shell.err()::println);
            throw CommandException.usage(
                    source.file()
                            + " is not valid: "
                            + checked.problems().size()
                            + " to mend; nothing was started.",
                    "",
                    MissingModel.pull(shell, checked.job())
                            .orElse(shell.command() + " check " + source.file()));
        }
        if (!ignoreMemory && checked.job().orElseThrow() instanceof TrainingJob training) {
            requireMemory(training);
        }
        checked.notes().forEach(shell.err()::println);
        Kernels.prepare(shell);
        Engine engine = Engines.open(shell);
        RunView run = engine.start(request(checked.job().orElseThrow()));
        if (!detach) {
            shell.err()
                    .println("Run " + run.id() + " has started; Ctrl-C detaches, the run goes on.");
            shell.err().flush();
            RunFollower follower = new RunFollower(shell, engine, run.id());
            run = follower.follow();
            if (!json) {
                return new RunEnd(shell, engine).report(run, follower);
            }
        }
        if (json) {
            ObjectNode node = RunJson.of(run, engine.folder(run.id()));
            Json.print(shell, node);
            return detach || run.phase() == Phase.SUCCEEDED ? ExitCode.DONE : ExitCode.FAILED;
        }
        shell.out().println(run.id());
        shell.out().flush();
        shell.err().println("next:  " + shell.command() + " runs attach " + run.id());
        return ExitCode.DONE;
    }

    private void requireMemory(TrainingJob job) {
        Optional<JobForecast> forecast = JobForecast.tried(shell, job);
        if (forecast.isEmpty() || forecast.get().verdict() != MemoryVerdict.EXCEEDS) {
            return;
        }
        MemoryText text = new MemoryText(forecast.get());
        text.advice().forEach(shell.err()::println);
        shell.err().flush();
        throw new CommandException(
                ExitCode.REFUSED,
                source.file() + " would not fit into memory; nothing was started.",
                text.shortForm() + ". --ignore-memory starts it all the same.",
                shell.command() + " memory " + source.file());
    }

    private StartRequest request(Job job) {
        return switch (job) {
            case TrainingJob training ->
                    new StartRequest(
                            training.name(),
                            source.file().toString(),
                            source.text(shell),
                            JobJson.write(training),
                            LocalProvider.NAME);
            case EvaluationJob evaluation ->
                    throw CommandException.usage(
                            source.file() + " is an evaluation.",
                            "`run` is for jobs of kind training.",
                            shell.command() + " evaluate " + source.file());
            case ContainerJob container ->
                    throw CommandException.usage(
                            source.file() + " runs a container image.",
                            "kind: container is checked, imported and documented; nothing runs it in"
                                    + " this version yet.",
                            shell.command() + " check " + source.file());
        };
    }
}
