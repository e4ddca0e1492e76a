package dev.tagwerk.cli;

import dev.tagwerk.evaluate.HtmlReport;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        footer = {
            "",
            "Everything is computed on this machine; nothing is fetched. Needs about ten minutes on two cores.",
            "",
            "Example:",
            "  tagwerk demo --to my-demo"
        })
final class DemoCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();

    @Option(
            names = "--to",
            paramLabel = "FOLDER",
            description = "where data, job, run and report go (default: ${DEFAULT-VALUE})")
    private Path to = Path.of("tagwerk-demo");

    @Option(
            names = "--games",
            paramLabel = "N",
            description =
                    "games of the tuned model and the other players (default: ${DEFAULT-VALUE})")
    private int games = 200;

    @Option(
            names = "--base-games",
            paramLabel = "N",
            description = "games of the base model (default: ${DEFAULT-VALUE})")
    private int baseGames = 50;

    @Option(names = "--data-only", description = "write data and job, and stop there")
    private boolean dataOnly;

    DemoCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (games < 1 || baseGames < 1) {
            throw CommandException.usage(
                    "--games and --base-games must be at least 1.",
                    "",
                    shell.command() + " demo --help");
        }
        Demo demo = new Demo(shell, shell.resolve(to));
        demo.prepare();
        if (dataOnly) {
            shell.err()
                    .println(
                            "next:  cd "
                                    + shell.shown(to)
                                    + " && "
                                    + shell.command()
                                    + " run job.yaml");
            return ExitCode.DONE;
        }
        Kernels.prepare(shell);
        Kernels.apply(shell);
        demo.showBase();
        DemoRun run = demo.train();
        DemoResults results = demo.measure(run, games, baseGames);
        HtmlReport report = DemoReport.html(results);
        Path page = shell.resolve(to).resolve("report.html");
        report.write(page);
        shell.out().print(DemoReport.text(results));
        shell.out().println();
        shell.out().println("Report: " + shell.shown(page));
        shell.out().println();
        DemoBill.lines(shell, to.resolve("job.yaml")).forEach(shell.out()::println);
        shell.out().println();
        shell.out().print(DemoReport.next(shell, shell.resolve(to), run));
        shell.out().flush();
        return ExitCode.DONE;
    }
}
