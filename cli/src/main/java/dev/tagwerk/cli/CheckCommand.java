package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Fault;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.TextFile;
import dev.tagwerk.formats.Understood;
import dev.tagwerk.preflight.FileReport;
import dev.tagwerk.preflight.JsonReport;
import dev.tagwerk.preflight.Report;
import dev.tagwerk.preflight.Severity;
import dev.tagwerk.preflight.TerminalReport;
import dev.tagwerk.spec.Problem;
import java.io.IOException;
import java.io.InputStream;
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
            "of the severity that --fail-on names, or a job is valid but would not fit into memory.",
            "",
            "Examples:",
            "  tagwerk check job.yaml",
            "  tagwerk check train.yaml --beside environment.json --gpu T4 --duration 4h30m",
            "  tagwerk check deploy/                      # every job in a folder",
            "  tagwerk rules show TW-CMD-001              # what a rule is about"
        })
final class CheckCommand implements Callable<Integer> {
    /** From which severity on findings fail the call. */
    enum FailOn {
        ERROR,
        WARNING,
        NOTE,
        NEVER
    }

    private final Shell shell;
    private final InputStream in;
    @Mixin private final HelpOption help = new HelpOption();
    @Mixin private final CircumstanceOptions circumstances = new CircumstanceOptions();
    @Mixin private final CheckImage image = new CheckImage();

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
            names = "--fail-on",
            paramLabel = "SEVERITY",
            description = "exit with 3 from error (default), warning or note on, or never")
    private FailOn failOn = FailOn.ERROR;

    @Option(
            names = "--skip-unknown",
            description = "pass over named files of no known kind, as in folders")
    private boolean skipUnknown;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    CheckCommand(Shell shell) {
        this(shell, System.in);
    }

    CheckCommand(Shell shell, InputStream in) {
        this.shell = shell;
        this.in = in;
    }

    @Override
    public Integer call() throws IOException {
        Optional<SourceFile> inside = image.read(shell);
        List<String> wanted = files.isEmpty() && inside.isEmpty() ? List.of("job.yaml") : jobs();
        List<Document> beside = beside();
        inside.filter(one -> !wanted.isEmpty())
                .ifPresent(one -> beside.addAll(Formats.read(one).documents()));
        FileLook look =
                new FileLook(shell, beside, circumstances.circumstances(), inputs, skipUnknown);
        CheckTargets targets = new CheckTargets(shell, wanted);
        List<Looked> looked = new ArrayList<>();
        inside.filter(one -> wanted.isEmpty()).map(look::look).ifPresent(looked::add);
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
        Report report = report(looked, targets.problems());
        if (json) {
            Json.print(shell, json(report, looked));
        } else {
            print(report, looked);
        }
        return exitCode(report, looked);
    }

    /** The files that are no images. */
    private List<String> jobs() {
        return files.stream().filter(file -> !isImage(file)).toList();
    }

    private boolean isImage(String file) {
        return !file.equals(CheckTargets.STDIN) && CheckImage.isImage(shell.resolve(file));
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
        for (Problem folder : folders) {
            reports.add(new FileReport(folder.file(), List.of(), List.of(folder), List.of()));
        }
        return new Report(reports, passedOver, unread);
    }

    private void print(Report report, List<Looked> looked) {
        TerminalReport terminal = new TerminalReport(shell.colourOut());
        for (Looked one : looked) {
            switch (one) {
                case Looked.Known known -> {
                    shell.out().print(terminal.text(known.report()));
                    known.own().ifPresent(own -> own(known.report(), own));
                }
                case Looked.PassedOver over -> {}
                case Looked.Unread problem ->
                        shell.out().println(TerminalReport.text(problem.problem()));
            }
        }
        boolean ownOnly =
                looked.stream()
                        .allMatch(
                                one ->
                                        one instanceof Looked.Known known
                                                && (known.own().isPresent()
                                                        || known.report().hasProblems()));
        if (!ownOnly || report.findings().findAny().isPresent()) {
            shell.out().println(summary(report));
        }
    }

    private static String summary(Report report) {
        boolean one = report.files().size() == 1 && report.findings().findAny().isEmpty();
        if (!one || report.files().getFirst().hasProblems()) {
            return report.summary();
        }
        FileReport file = report.files().getFirst();
        return file.name()
                + " is "
                + String.join(" and ", file.formats().stream().map(Format::title).toList())
                + ": nothing found";
    }

    /** What is told of a job of ours besides. */
    private void own(FileReport report, OwnJob own) {
        MissingModel.pull(shell, own.checked().job())
                .ifPresent(
                        pull -> {
                            shell.out().flush();
                            shell.err().println("next:  " + pull);
                        });
        boolean wrong =
                report.findings().stream()
                        .anyMatch(finding -> finding.severity() == Severity.ERROR);
        if (report.hasProblems() || wrong) {
            return;
        }
        shell.out().println(report.name() + " is valid.");
        own.checked().facts().forEach(fact -> shell.out().println("  " + fact));
        own.memory().map(MemoryText::new).ifPresent(text -> memory(text, own.exceeds()));
        shell.out().flush();
        shell.err()
                .println(
                        "next:  "
                                + shell.command()
                                + (own.exceeds() ? " memory " : " run ")
                                + report.name());
    }

    private void memory(MemoryText text, boolean exceeds) {
        shell.out().println("  " + text.shortForm());
        if (exceeds) {
            text.advice().forEach(line -> shell.out().println("  " + line));
        }
    }

    /** The report, with what only our own jobs have. */
    private static ObjectNode json(Report report, List<Looked> looked) {
        ObjectNode root = JsonReport.of(report);
        List<Looked.Known> known =
                looked.stream()
                        .filter(Looked.Known.class::isInstance)
                        .map(Looked.Known.class::cast)
                        .toList();
        for (int index = 0; index < known.size(); index++) {
            ObjectNode file = (ObjectNode) root.path("files").path(index);
            boolean only = known.size() == 1;
            known.get(index)
                    .own()
                    .flatMap(OwnJob::memory)
                    .map(forecast -> new MemoryText(forecast).json())
                    .ifPresent(
                            memory -> {
                                file.set("memory", memory);
                                if (only) {
                                    root.set("memory", memory);
                                }
                            });
        }
        return root;
    }

    private int exitCode(Report report, List<Looked> looked) {
        if (report.problems().findAny().isPresent()) {
            return ExitCode.USAGE;
        }
        Optional<Severity> gate =
                switch (failOn) {
                    case ERROR -> Optional.of(Severity.ERROR);
                    case WARNING -> Optional.of(Severity.WARNING);
                    case NOTE -> Optional.of(Severity.NOTE);
                    case NEVER -> Optional.empty();
                };
        boolean refused =
                gate.map(
                                least ->
                                        report.findings()
                                                .anyMatch(
                                                        finding ->
                                                                finding.severity().atLeast(least)))
                        .orElse(false);
        boolean exceeds =
                failOn != FailOn.NEVER
                        && looked.stream()
                                .anyMatch(
                                        one ->
                                                one instanceof Looked.Known known
                                                        && known.own()
                                                                .map(OwnJob::exceeds)
                                                                .orElse(false));
        return refused || exceeds ? ExitCode.REFUSED : ExitCode.DONE;
    }
}
