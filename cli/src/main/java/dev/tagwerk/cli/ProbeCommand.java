package dev.tagwerk.cli;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.Understood;
import dev.tagwerk.preflight.Circumstances;
import dev.tagwerk.preflight.FileReport;
import dev.tagwerk.preflight.Preflight;
import dev.tagwerk.preflight.ProbeScript;
import dev.tagwerk.preflight.Report;
import dev.tagwerk.preflight.Severity;
import dev.tagwerk.preflight.TerminalReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        footer = {
            "",
            "Tries what jobs need: GPU and driver, compilers, PyTorch and Triton, directories, memory, network.",
            "A job's own machine is probed by the script, which needs only sh; its lines are a file for check.",
            "Exits with 3 when something was found that will make jobs fail.",
            "",
            "Examples:",
            "  tagwerk probe --mount /output",
            "  tagwerk probe --script > probe.sh           # then, in the job: sh probe.sh /output",
            "  tagwerk check job.yaml --beside probe.jsonl # what the job printed, or its whole log"
        })
final class ProbeCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();

    @Option(
            names = "--mount",
            paramLabel = "DIR",
            description =
                    "try this directory, too: what can be done in it, and how fast; several times")
    private List<String> mounts = new ArrayList<>();

    @Option(names = "--no-egress", description = "do not try to reach hosts on the internet")
    private boolean noEgress;

    @Option(names = "--script", description = "print the script instead of running it")
    private boolean script;

    @Option(names = "--json", description = "print the lines as they are, without findings")
    private boolean json;

    ProbeCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (script) {
            shell.out().print(ProbeScript.text());
            return ExitCode.DONE;
        }
        String lines = run();
        if (json) {
            return ExitCode.DONE;
        }
        // as a file of that name would be read
        SourceFile source = new SourceFile("probe.jsonl", lines);
        Understood read = Formats.read(source);
        for (Document run : read.documents()) {
            shell.out().print(new ProbeText(run).text());
        }
        FileReport file =
                new FileReport(
                        source.name(),
                        FileReport.formats(read.documents()),
                        read.faults().stream().map(FileReport::problem).toList(),
                        Preflight.look(read.documents(), List.of(), Circumstances.UNKNOWN),
                        List.of(),
                        Optional.of(source));
        Report report = new Report(List.of(file), 0, List.of());
        shell.out().println();
        shell.out().print(new TerminalReport(shell.colourOut()).text(report));
        return report.count(Severity.ERROR) > 0 ? ExitCode.REFUSED : ExitCode.DONE;
    }

    /** Runs the script here; with --json its lines are printed as they come. */
    private String run() throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("sh", "-c", ProbeScript.text(), "probe"));
        if (noEgress) {
            words.add("--no-egress");
        }
        words.add("--");
        mounts.forEach(mount -> words.add(shell.resolve(mount).toString()));
        ProcessBuilder builder =
                new ProcessBuilder(words)
                        .directory(shell.directory().toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(shell.environment());
        Process process = builder.start();
        process.getOutputStream().close();
        StringBuilder all = new StringBuilder();
        Display display = new Display(shell);
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                process.getInputStream(), StandardCharsets.US_ASCII))) {
            String line = reader.readLine();
            while (line != null) {
                all.append(line).append('\n');
                if (json) {
                    shell.out().println(line);
                    shell.out().flush();
                } else {
                    display.state("probing: " + ProbeText.name(line) + " done", "probing");
                }
                line = reader.readLine();
            }
        }
        display.clear();
        if (process.waitFor() != 0 || all.isEmpty()) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "the probe ended with status " + process.exitValue() + ".",
                    all.isEmpty() ? "it printed nothing." : "",
                    shell.command() + " probe --script > probe.sh; sh -x probe.sh");
        }
        return all.toString();
    }
}
