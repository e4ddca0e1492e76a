package dev.tagwerk.cli;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Fault;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.TextFile;
import dev.tagwerk.formats.Understood;
import dev.tagwerk.preflight.Baseline;
import dev.tagwerk.preflight.FileReport;
import dev.tagwerk.preflight.PreflightException;
import dev.tagwerk.preflight.Report;
import dev.tagwerk.preflight.TerminalReport;
import dev.tagwerk.spec.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        footer = {
            "",
            "Says what will go wrong with a job before anything is rented for it, whoever's tool it is for.",
            "Of Tagwerk's own jobs it also looks at the model's folder, its tokenizer and the first rows.",
            "Exits with 2 when a file is not valid or cannot be read, with 3 when a rule found something",
            "of the severity that --fail-on names, or a job is valid but would not fit into memory,",
            "with 1 when a rule broke off, which is a fault of this program.",
            "",
            "Examples:",
            "  tagwerk check job.yaml",
            "  tagwerk check train.yaml --beside environment.json --gpu T4 --duration 4h30m",
            "  tagwerk check deploy/ --sarif -o findings.sarif",
            "  tagwerk rules show TW-CMD-001              # what a rule is about"
        })
final class CheckCommand implements Callable<Integer> {
    private final Shell shell;
    private final InputStream in;
    @Mixin private final HelpOption help = new HelpOption();
    @Mixin private final CircumstanceOptions circumstances = new CircumstanceOptions();
    @Mixin private final CheckImage image = new CheckImage();
    @Mixin private final ReportOptions output = new ReportOptions();

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "files, folders, or - for standard input (default: job.yaml)")
    private List<String> files = new ArrayList<>();

    @Option(
            names = "--beside",
            paramLabel = "FILE",
            description =
                    "what the job will meet: its environment, storages, quotas, training"
                            + " configuration; several times")
    private List<String> besides = new ArrayList<>();

    @Option(
            names = "--input",
            paramLabel = "NAME=VALUE",
            description = "a value for one of the job's inputs; may be given several times")
    private Map<String, String> inputs = new LinkedHashMap<>();

    @Option(
            names = "--stdin-name",
            paramLabel = "NAME",
            description = "what to call the file on standard input")
    private String stdinName = CheckTargets.STDIN;

    @Option(
            names = "--skip-unknown",
            description = "pass over named files of no known kind, as in folders")
    private boolean skipUnknown;

    @Option(names = "--fix", description = "mend what can be mended mechanically; shows the diff")
    private boolean fix;

    @Option(names = "--diff", description = "show what --fix would change, and change nothing")
    private boolean diff;

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description = "pass over what --write-baseline has written down")
    private Optional<String> baseline = Optional.empty();

    @Option(
            names = "--write-baseline",
            paramLabel = "FILE",
            description = "write down everything that is found now")
    private Optional<String> writeBaseline = Optional.empty();

    @Option(names = "--watch", description = "check again whenever something changes")
    private boolean watch;

    CheckCommand(Shell shell) {
        this(shell, System.in);
    }

    CheckCommand(Shell shell, InputStream in) {
        this.shell = shell;
        this.in = in;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        output.check();
        if ((fix || diff || watch) && files.contains(CheckTargets.STDIN)) {
            throw CommandException.usage(
                    "--fix, --diff and --watch need files.",
                    "standard input is read once and written nowhere.",
                    "");
        }
        if (!watch) {
            return once();
        }
        try (Watching watching = new Watching(FileSystems.getDefault().newWatchService())) {
            while (true) {
                watching.add(paths());
                once();
                shell.flush();
                watching.await();
            }
        }
    }

    private List<Path> paths() {
        List<Path> paths = new ArrayList<>();
        targets().targets().forEach(target -> paths.add(target.path()));
        files.forEach(file -> paths.add(shell.resolve(file)));
        besides.forEach(file -> paths.add(shell.resolve(file)));
        return paths;
    }

    /** The files that are no images; a job where nothing else is named. */
    private CheckTargets targets() {
        boolean nothing = files.isEmpty() && !image.isNamed();
        return new CheckTargets(
                shell,
                nothing
                        ? List.of("job.yaml")
                        : files.stream().filter(file -> !isImage(file)).toList());
    }

    private boolean isImage(String file) {
        return !file.equals(CheckTargets.STDIN) && CheckImage.isImage(shell.resolve(file));
    }

    private int once() throws IOException {
        List<Looked> looked = new ArrayList<>();
        Report report = look(looked);
        if (fix || diff) {
            int count = new Repair(shell).apply(report, fix);
            if (count == 0) {
                shell.err().println("There is nothing to mend mechanically.");
            } else if (fix) {
                looked.clear();
                report = look(looked);
            }
        }
        if (writeBaseline.isPresent()) {
            WholeFile.write(shell.resolve(writeBaseline.get()), Baseline.text(report));
            shell.out()
                    .println(
                            report.findings().count()
                                    + " findings are written down in "
                                    + writeBaseline.get()
                                    + ".");
            return report.problems().findAny().isPresent() ? ExitCode.USAGE : ExitCode.DONE;
        }
        if (baseline.isPresent()) {
            report = known(baseline.get()).without(report);
        }
        CheckPrint print = new CheckPrint(shell, report, looked);
        if (output.forPeople()) {
            print.text();
        }
        output.write(shell, report, print.json());
        return output.exitCode(report, print.exceeds());
    }

    private Report look(List<Looked> looked) throws IOException {
        CheckTargets targets = targets();
        boolean alone = targets.targets().isEmpty();
        Optional<SourceFile> inside = image.read(shell);
        List<Document> beside = beside();
        inside.filter(one -> !alone).ifPresent(one -> beside.addAll(Formats.read(one).documents()));
        FileLook look =
                new FileLook(shell, beside, circumstances.circumstances(), inputs, skipUnknown);
        inside.filter(one -> alone).map(look::look).ifPresent(looked::add);
        for (String file : files) {
            if (isImage(file)) {
                looked.add(look.look(CheckImage.read(shell, file, false)));
            }
        }
        for (CheckTargets.Target target : targets.targets()) {
            looked.add(
                    target.name().equals(CheckTargets.STDIN)
                            ? look.look(in, stdinName)
                            : look.look(target));
        }
        return report(looked, targets.problems());
    }

    private Baseline known(String file) {
        try {
            List<Fault> faults = new ArrayList<>();
            Optional<SourceFile> source = TextFile.read(shell.resolve(file), file, faults);
            if (source.isEmpty()) {
                throw new PreflightException(faults.getFirst().message());
            }
            return Baseline.read(source.get().text());
        } catch (PreflightException unusable) {
            throw CommandException.usage(
                    "--baseline " + Shell.quoted(file) + ": " + unusable.getMessage() + ".",
                    "",
                    shell.command() + " check FILE --write-baseline " + Shell.quoted(file));
        }
    }

    /** What is given beside; there a file that says nothing is a mistake. */
    private List<Document> beside() {
        List<Document> documents = new ArrayList<>();
        for (String file : besides) {
            List<Fault> faults = new ArrayList<>();
            Optional<SourceFile> source = TextFile.read(shell.resolve(file), file, faults);
            Understood understood =
                    source.map(Formats::read).orElse(new Understood(List.of(), faults));
            if (understood.documents().isEmpty()) {
                String why =
                        understood.faults().isEmpty()
                                ? FileLook.KINDS
                                : TerminalReport.text(
                                        FileReport.problem(understood.faults().getFirst()));
                throw CommandException.usage(
                        "--beside " + Shell.quoted(file) + " is not understood.", why + ".", "");
            }
            documents.addAll(understood.documents());
        }
        return documents;
    }

    private static Report report(List<Looked> looked, List<Problem> folders) {
        List<FileReport> reports = new ArrayList<>();
        List<Problem> unread = new ArrayList<>();
        int passedOver = 0;
        for (Looked one : looked) {
            switch (one) {
                case Looked.Known known -> reports.add(known.report());
                case Looked.PassedOver over -> passedOver++;
                case Looked.Unread problem -> unread.add(problem.problem());
            }
        }
        folders.forEach(folder -> reports.add(new FileReport(folder.file(), List.of(folder))));
        return new Report(reports, passedOver, unread);
    }
}
