package dev.tagwerk.cli;

import dev.tagwerk.data.CheckReport;
import dev.tagwerk.data.DataCheck;
import dev.tagwerk.data.DataConversion;
import dev.tagwerk.data.DataFileKind;
import dev.tagwerk.data.DataSets;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.spec.DataFormat;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        footer = {
            "",
            "Examples:",
            "  tagwerk data check rows.jsonl",
            "  tagwerk data convert rows.parquet rows.jsonl --to messages",
            "  tagwerk data push rows.jsonl",
            "  tagwerk data show rows"
        })
final class DataCommand implements Callable<Integer> {
    private static final int LEAST_LENGTH = 2;

    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();
    @Spec private CommandSpec spec = CommandSpec.create();

    DataCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "`data` needs to know what to do: check, convert, push, list or show");
    }

    @Command(
            name = "check",
            description = "look through a data file before anybody trains on it",
            footer = {
                "",
                "Prints counts, lengths, label balance, roles, duplicates, contradictions, bad rows with their",
                "reason, and the first rows with the learnt part marked. Lengths are tokens when a model is",
                "named, else characters. Exits with 2 when the file is not fit to train on.",
                "",
                "Examples:",
                "  tagwerk data check rows.jsonl --model Qwen/Qwen3-0.6B --max-length 1024",
                "  tagwerk data check faq.csv --column prompt=question --column response=answer"
            })
    int check(
            @Mixin HelpOption checkHelp,
            @Mixin DataOptions data,
            @Mixin TemplateOption template,
            @Option(
                            names = "--model",
                            paramLabel = "MODEL",
                            description =
                                    "whose tokenizer counts: a folder, or org/name[@revision]")
                    Optional<String> model,
            @Option(
                            names = "--max-length",
                            paramLabel = "TOKENS",
                            defaultValue = "1024",
                            description = "longest row in tokens (default: 1024)")
                    int maxLength,
            @Option(
                            names = "--examples",
                            paramLabel = "N",
                            defaultValue = "3",
                            description = "rows to print (default: 3)")
                    int examples,
            @Option(
                            names = "--all",
                            description = "list every bad row, not the first five of each reason")
                    boolean all,
            @Option(names = "--json", description = "print JSON") boolean json)
            throws NoSuchFileException {
        atLeast("--max-length", maxLength, LEAST_LENGTH);
        atLeast("--examples", examples, 0);
        DataSets.Source source = data.source(shell);
        Optional<ModelTokenizer> tokenizer =
                model.map(name -> ModelOption.open(shell, name).tokenizer());
        try {
            CheckReport report =
                    DataCheck.check(
                            source.ref().file(),
                            source.format(),
                            source.columns(),
                            tokenizer,
                            template.named(shell),
                            maxLength,
                            examples);
            if (json) {
                shell.out().println(report.json());
            } else {
                shell.out().print(report.text(shell.colourOut(), all));
            }
            return report.usable() ? ExitCode.DONE : ExitCode.USAGE;
        } finally {
            tokenizer.ifPresent(ModelTokenizer::close);
        }
    }

    @Command(
            name = "convert",
            description = "write the rows of a data file in another shape or kind of file",
            footer = {
                "",
                "SHAPE: messages, prompt-completion, text, alpaca, sharegpt or decision. KIND: jsonl, json,",
                "jsonl.gz, csv or parquet. A row that has no counterpart is an error with its place and reason,",
                "and nothing is written. Keys that no shape knows are left behind, and counted.",
                "",
                "Examples:",
                "  tagwerk data convert dialogs.parquet dialogs.jsonl --to messages",
                "  tagwerk data convert alpaca.json alpaca.csv --to prompt-completion"
            })
    int convert(
            @Mixin HelpOption convertHelp,
            @Mixin DataOptions data,
            @Parameters(index = "1", paramLabel = "OUT", description = "the file to write")
                    Path out,
            @Option(
                            names = "--to",
                            paramLabel = "SHAPE",
                            required = true,
                            description = "the shape of the rows to write")
                    String shape,
            @Option(
                            names = "--as",
                            paramLabel = "KIND",
                            description = "the kind of file (default: what OUT ends with)")
                    Optional<String> kind,
            @Option(names = "--force", description = "replace OUT when it is there") boolean force)
            throws IOException {
        DataSets.Source in = data.source(shell);
        Path target = shell.resolve(out);
        DataFormat to = DataOptions.format(shape, "--to");
        DataFileKind as = kind(kind, out);
        DataConversion.Report report;
        try {
            report =
                    DataConversion.convert(
                            new DataConversion.Source(in.ref().file(), in.format(), in.columns()),
                            target,
                            to,
                            as,
                            force);
        } catch (FileAlreadyExistsException there) {
            throw CommandException.usage(
                    out + " exists already.",
                    "convert overwrites only when told to.",
                    shell.command()
                            + " data convert "
                            + data.file()
                            + " "
                            + out
                            + " --to "
                            + shape
                            + " --force");
        }
        shell.err()
                .println(
                        "Wrote "
                                + shell.shown(target)
                                + ": "
                                + report.rows()
                                + (report.rows() == 1 ? " row" : " rows")
                                + ", from "
                                + report.from().word()
                                + " to "
                                + to.word()
                                + ", as "
                                + as.word()
                                + ".");
        new TreeMap<>(report.left())
                .forEach(
                        (key, rows) ->
                                shell.err()
                                        .println(
                                                "Left behind: `"
                                                        + key
                                                        + "` of "
                                                        + rows
                                                        + (rows == 1 ? " row" : " rows")));
        return ExitCode.DONE;
    }

    private static DataFileKind kind(Optional<String> word, Path out) {
        if (word.isPresent()) {
            return DataFileKind.of(word.get())
                    .orElseThrow(
                            () ->
                                    CommandException.usage(
                                            "--as: there is no kind '" + word.get() + "'.",
                                            "the kinds are jsonl, json, jsonl.gz, csv and parquet.",
                                            "tagwerk data convert --help"));
        }
        return DataFileKind.endingOf(out)
                .orElseThrow(
                        () ->
                                CommandException.usage(
                                        out + " does not end like a kind of data file.",
                                        "the endings are .jsonl, .json, .jsonl.gz, .csv and .parquet.",
                                        "give --as jsonl, json, jsonl.gz, csv or parquet"));
    }

    @Command(
            name = "push",
            description = "keep a data file in the workspace, under its digest",
            footer = {
                "",
                "Keeps the bytes in .tagwerk/data, readable by you only, and prints the reference by which a",
                "job names exactly these: data.train: dataset:NAME@sha256:... The same bytes are kept once.",
                "",
                "Examples:",
                "  tagwerk data push tickets.jsonl",
                "  tagwerk data push tickets-with-states.jsonl --name tickets --enriched-from tickets --by 'python enrich.py'"
            })
    int push(
            @Mixin HelpOption pushHelp,
            @Parameters(paramLabel = "FILE", description = "a data file") Path file,
            @Option(
                            names = "--name",
                            paramLabel = "NAME",
                            description = "what to call it (default: the file's name)")
                    Optional<String> name,
            @Option(
                            names = "--enriched-from",
                            paramLabel = "NAME|DIGEST",
                            description = "the data set that this one was made from")
                    Optional<String> enrichedFrom,
            @Option(
                            names = "--by",
                            paramLabel = "TEXT",
                            description = "the command or script that made it")
                    Optional<String> by,
            @Option(names = "--json", description = "print JSON") boolean json)
            throws NoSuchFileException {
        if (!Files.exists(Stores.file(shell, file))) {
            throw new NoSuchFileException(file.toString());
        }
        return new StoredData(shell).push(file, name, enrichedFrom, by, json);
    }

    @Command(
            name = "list",
            description = "data sets that the workspace keeps",
            footer = {"", "Example:", "  tagwerk data list --json"})
    int list(
            @Mixin HelpOption listHelp,
            @Option(names = "--json", description = "print every version as JSON") boolean json) {
        return new StoredData(shell).list(json);
    }

    @Command(
            name = "show",
            description = "a kept data set: what it is, what it was made from, what became of it",
            footer = {
                "",
                "Reads all its bytes and fails when they were changed.",
                "",
                "Example:",
                "  tagwerk data show tickets"
            })
    int show(
            @Mixin HelpOption showHelp,
            @Parameters(
                            paramLabel = "NAME|DIGEST",
                            description =
                                    "a name, name@sha256:digits, or 12 digits of a digest at least")
                    String name,
            @Option(names = "--json", description = "print JSON") boolean json) {
        return new StoredData(shell).show(name, json);
    }

    private static void atLeast(String option, int value, int least) {
        if (value < least) {
            throw CommandException.usage(
                    option + " must be at least " + least + ", not " + value + ".",
                    "",
                    "tagwerk data check --help");
        }
    }
}
