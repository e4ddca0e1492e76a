package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tagwerk.engine.Engine;
import dev.tagwerk.engine.Listing;
import dev.tagwerk.engine.Phase;
import dev.tagwerk.engine.Resumption;
import dev.tagwerk.engine.RunId;
import dev.tagwerk.engine.RunView;
import dev.tagwerk.runfolder.Latest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        footer = {
            "",
            "RUN is a run's id, an unambiguous beginning of one, or `last`. Without a subcommand: list.",
            "",
            "Example:",
            "  tagwerk runs show last"
        })
final class RunsCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();

    RunsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        return list(new HelpOption(), false);
    }

    @Command(
            name = "list",
            description = "all runs of this workspace, newest first",
            footer = {"", "Example:", "  tagwerk runs list --json"})
    int list(
            @Mixin HelpOption listHelp,
            @Option(names = "--json", description = "print JSON") boolean json) {
        Engine engine = Engines.open(shell);
        Listing listing = engine.list();
        if (json) {
            ArrayNode all = Json.array();
            listing.runs().forEach(run -> all.add(RunJson.summary(run)));
            Json.print(shell, all);
        } else if (listing.runs().isEmpty()) {
            shell.err().println("No runs in " + shell.shown(engine.workspace().root()) + " yet.");
            shell.err().println("next:  " + shell.command() + " run job.yaml");
        } else {
            RunTable.print(shell, listing.runs());
        }
        listing.unreadable()
                .forEach(
                        broken ->
                                shell.err()
                                        .println(
                                                "warning: run "
                                                        + broken.run()
                                                        + " cannot be read: "
                                                        + broken.reason()));
        return ExitCode.DONE;
    }

    @Command(
            name = "show",
            description = "everything about a run",
            footer = {"", "Example:", "  tagwerk runs show last"})
    int show(
            @Mixin HelpOption showHelp,
            @Parameters(
                            paramLabel = "[RUN]",
                            defaultValue = "last",
                            description = "which run (default: last)")
                    String run,
            @Option(names = "--json", description = "print JSON") boolean json) {
        Engine engine = Engines.open(shell);
        RunView view = engine.show(engine.resolve(run));
        if (json) {
            Json.print(shell, RunJson.of(view, engine.folder(view.id())));
        } else {
            RunTable.details(shell, view, engine.folder(view.id()));
        }
        return ExitCode.DONE;
    }

    @Command(
            name = "attach",
            description = "watch a run again; Ctrl-C detaches",
            footer = {"", "Example:", "  tagwerk runs attach last"})
    int attach(
            @Mixin HelpOption attachHelp,
            @Parameters(
                            paramLabel = "[RUN]",
                            defaultValue = "last",
                            description = "which run (default: last)")
                    String run) {
        Engine engine = Engines.open(shell);
        return follow(engine, engine.resolve(run));
    }

    private int follow(Engine engine, RunId id) {
        RunFollower follower = new RunFollower(shell, engine, id);
        return new RunEnd(shell, engine).report(follower.follow(), follower);
    }

    @Command(
            name = "logs",
            description = "what a run's program printed",
            footer = {"", "Example:", "  tagwerk runs logs last --follow"})
    int logs(
            @Mixin HelpOption logsHelp,
            @Parameters(
                            paramLabel = "[RUN]",
                            defaultValue = "last",
                            description = "which run (default: last)")
                    String run,
            @Option(
                            names = {"-f", "--follow"},
                            description = "go on until it ends")
                    boolean follow,
            @Option(
                            names = "--attempt",
                            paramLabel = "N",
                            defaultValue = "0",
                            description = "which attempt (default: the latest)")
                    int number) {
        Engine engine = Engines.open(shell);
        new RunLogs(shell, engine, engine.resolve(run)).print(number, follow);
        return ExitCode.DONE;
    }

    @Command(
            name = "stop",
            description = "ask a run to write a checkpoint and stop; kill it after a grace",
            footer = {"", "Example:", "  tagwerk runs stop last"})
    int stop(
            @Mixin HelpOption stopHelp,
            @Parameters(paramLabel = "RUN", description = "which run") String run,
            @Option(
                            names = "--grace",
                            paramLabel = "SECONDS",
                            defaultValue = "60",
                            description = "time to finish (default: 60)")
                    int grace) {
        Engine engine = Engines.open(shell);
        RunView view = engine.stop(engine.resolve(run), Duration.ofSeconds(grace));
        boolean done = view.phase() == Phase.SUCCEEDED;
        shell.out()
                .println(
                        "Run "
                                + view.id()
                                + (done ? " has succeeded already" : " is " + view.phase().word())
                                + " at step "
                                + view.progress().step()
                                + (done ? "; nothing to stop." : "."));
        if (!done && !engine.folder(view.id()).checkpoints().list().isEmpty()) {
            shell.out().flush();
            shell.err().println("next:  " + shell.command() + " runs resume " + view.id());
        }
        return ExitCode.DONE;
    }

    @Command(
            name = "resume",
            description = "go on from the newest intact checkpoint",
            footer = {
                "",
                "On the same kind of machine the result is, bit for bit, that of a run never stopped.",
                "",
                "Example:",
                "  tagwerk runs resume last"
            })
    int resume(
            @Mixin HelpOption resumeHelp,
            @Parameters(
                            paramLabel = "[RUN]",
                            defaultValue = "last",
                            description = "which run (default: last)")
                    String run,
            @Option(
                            names = {"-d", "--detach"},
                            description = "start it and return at once")
                    boolean detach) {
        Kernels.prepare(shell);
        Engine engine = Engines.open(shell);
        Resumption resumption = engine.resume(engine.resolve(run));
        for (Latest.Rejected rejected : resumption.rejected()) {
            shell.err()
                    .println(
                            "warning: checkpoint "
                                    + rejected.checkpoint().step()
                                    + " is damaged and was passed over: "
                                    + rejected.reason());
        }
        RunId id = resumption.run().id();
        shell.err().println("Run " + id + " goes on from step " + resumption.fromStep() + ".");
        shell.err().flush();
        if (detach) {
            shell.out().println(id);
            return ExitCode.DONE;
        }
        return follow(engine, id);
    }

    @Command(
            name = "export",
            description =
                    "copy a run's model, or its curves for TensorBoard or as CSV, to a folder",
            footer = {
                "",
                "Examples:",
                "  tagwerk runs export last --to my-adapter",
                "  tagwerk runs export last --tensorboard curves && tensorboard --logdir curves"
            })
    int export(
            @Mixin HelpOption exportHelp,
            @Parameters(
                            paramLabel = "[RUN]",
                            defaultValue = "last",
                            description = "which run (default: last)")
                    String run,
            @Option(
                            names = "--to",
                            paramLabel = "FOLDER",
                            description = "for the model: adapter, head, tokenizer, result")
                    Optional<Path> to,
            @Option(
                            names = "--tensorboard",
                            paramLabel = "FOLDER",
                            description = "for an event file")
                    Optional<Path> tensorboard,
            @Option(
                            names = "--csv",
                            paramLabel = "FOLDER",
                            description = "for steps.csv and evaluations.csv")
                    Optional<Path> csv)
            throws IOException {
        if (to.isEmpty() && tensorboard.isEmpty() && csv.isEmpty()) {
            throw CommandException.usage(
                    "nothing to export was named.",
                    "--to, --tensorboard or --csv with a folder is needed.",
                    shell.command() + " runs export --help");
        }
        Engine engine = Engines.open(shell);
        RunExport export = new RunExport(shell, engine, engine.resolve(run));
        if (to.isPresent()) {
            export.model(to.get());
        }
        if (tensorboard.isPresent()) {
            export.tensorBoard(tensorboard.get());
        }
        if (csv.isPresent()) {
            export.csv(csv.get());
        }
        return ExitCode.DONE;
    }
}
