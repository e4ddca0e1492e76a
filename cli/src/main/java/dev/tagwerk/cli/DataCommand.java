package dev.tagwerk.cli;

import dev.tagwerk.data.CheckReport;
import dev.tagwerk.data.DataCheck;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.spec.DataFormat;
import java.nio.file.Files;
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

@Command(footer = {"", "Example:", "  tagwerk data check rows.jsonl"})
final class DataCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();
    @Spec private CommandSpec spec = CommandSpec.create();

    DataCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "`data` needs to know what to do: data check FILE");
    }

    @Command(
            name = "check",
            description = "look through a data file before anybody trains on it",
            footer = {
                "",
                "Prints counts, lengths, label balance, duplicates, contradictions, every bad line with its",
                "reason, and the first rows with the learnt part marked. Lengths are tokens when a model is",
                "named, else characters. Exits with 2 when the file is not fit to train on.",
                "",
                "Example:",
                "  tagwerk data check rows.jsonl --model Qwen/Qwen3-0.6B --max-length 1024"
            })
    int check(
            @Mixin HelpOption checkHelp,
            @Parameters(paramLabel = "FILE", description = "JSONL, also gzipped") Path file,
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
                            names = "--format",
                            paramLabel = "FORMAT",
                            defaultValue = "auto",
                            description =
                                    "auto, decision, prompt-completion or text (default: auto)")
                    String format,
            @Option(
                            names = "--examples",
                            paramLabel = "N",
                            defaultValue = "3",
                            description = "rows to print (default: 3)")
                    int examples,
            @Option(names = "--json", description = "print JSON") boolean json)
            throws NoSuchFileException {
        DataFormat known = format(format);
        Path path = shell.resolve(file);
        if (!Files.exists(path)) {
            throw new NoSuchFileException(file.toString());
        }
        Optional<ModelTokenizer> tokenizer =
                model.map(name -> ModelOption.open(shell, name).tokenizer());
        try {
            CheckReport report = DataCheck.check(path, known, tokenizer, maxLength, examples);
            if (json) {
                shell.out().println(report.json());
            } else {
                shell.out().print(shell.colourOut() ? report.coloured() : report.text());
            }
            return report.usable() ? ExitCode.DONE : ExitCode.USAGE;
        } finally {
            tokenizer.ifPresent(ModelTokenizer::close);
        }
    }

    private static DataFormat format(String text) {
        return switch (text) {
            case "auto" -> DataFormat.AUTO;
            case "decision" -> DataFormat.DECISION;
            case "prompt-completion" -> DataFormat.PROMPT_COMPLETION;
            case "text" -> DataFormat.TEXT;
            default ->
                    throw CommandException.usage(
                            "--format: there is no format '" + text + "'.",
                            "the formats are auto, decision, prompt-completion and text.",
                            "tagwerk data check --help");
        };
    }
}
