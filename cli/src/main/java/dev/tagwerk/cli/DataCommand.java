package dev.tagwerk.cli;

import dev.tagwerk.data.CheckReport;
import dev.tagwerk.data.DataCheck;
import dev.tagwerk.data.DataSets;
import dev.tagwerk.modelfiles.ModelTokenizer;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
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
                "KIND: jsonl, json, jsonl.gz, csv or parquet. A row that has no counterpart is an error with its",
                "place and reason, and nothing is written. Keys that no shape knows are left behind, and counted.",
                "Conversations become text with the chat template of --model, or --chat-template; text has no",
                "masks, so that all of it is learnt.",
                "",
                "Examples:",
                "  tagwerk data convert dialogs.parquet dialogs.jsonl --to messages",
                "  tagwerk data convert alpaca.json alpaca.csv --to prompt-completion",
                "  tagwerk data convert dialogs.jsonl texts.jsonl --to text --model Qwen/Qwen3-0.6B"
            })
    int convert(
            @Mixin HelpOption convertHelp,
            @Mixin DataOptions data,
            @Parameters(index = "1", paramLabel = "OUT", description = "the file to write")
                    Path out,
            @Mixin ConvertOptions options)
            throws IOException {
        options.convert(shell, data, out);
        return ExitCode.DONE;
    }

    @Command(
            name = "push",
            description = "keep a data file in the workspace, under its digest",
            footer = {
                "",
                "Keeps the bytes in .tagwerk/data, readable by you only, and prints the reference by which a",
                "job names exactly these: data.train: dataset:NAME@sha256:... The same bytes are kept once.",
                "Names of columns are kept with them, and read with them wherever the data set is named. Of a",
                "job file (.yaml) the rows are pushed that it names, as it reads them.",
                "",
                "Examples:",
                "  tagwerk data push tickets.jsonl",
                "  tagwerk data push faq.csv --column prompt=question --column response=answer",
                "  tagwerk data push job.yaml",
                "  tagwerk data push tickets-with-states.jsonl --name tickets --enriched-from tickets --by 'python enrich.py'"
            })
    int push(@Mixin HelpOption pushHelp, @Mixin DataOptions data, @Mixin PushOptions options)
            throws NoSuchFileException {
        return options.push(shell, data);
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
