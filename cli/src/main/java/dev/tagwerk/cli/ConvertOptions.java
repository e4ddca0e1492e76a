package dev.tagwerk.cli;

import dev.tagwerk.data.DataConversion;
import dev.tagwerk.data.DataFileKind;
import dev.tagwerk.data.DataSets;
import dev.tagwerk.data.JobTemplate;
import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.spec.ChatTemplateRef;
import dev.tagwerk.spec.DataFormat;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What {@code data convert} is to write, and its writing; mixed in. */
final class ConvertOptions {
    private static final String HELP = "tagwerk data convert --help";

    @Option(
            names = "--to",
            paramLabel = "SHAPE",
            required = true,
            description = "the shape of the rows to write: " + DataOptions.SHAPES)
    private String shape = "";

    @Option(
            names = "--as",
            paramLabel = "KIND",
            description = "the kind of file (default: what OUT ends with)")
    private Optional<String> kind = Optional.empty();

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description =
                    "with --to text: whose chat template writes conversations; a folder, or"
                            + " org/name[@revision]")
    private Optional<String> model = Optional.empty();

    @Mixin private final TemplateOption template = new TemplateOption();

    @Option(names = "--force", description = "replace OUT when it is there")
    private boolean force;

    /** Converts, and tells what was written and what was lost by it. */
    void convert(Shell shell, DataOptions data, Path out) throws IOException {
        DataSets.Source in = data.source(shell);
        Path target = shell.resolve(out);
        DataFormat to = DataOptions.shape(shape);
        DataFileKind as = kind(out);
        Optional<ChatTemplate> writing = writing(shell, to);
        DataConversion.Report report;
        try {
            report =
                    DataConversion.convert(
                            new DataConversion.Source(in.ref().file(), in.format(), in.columns()),
                            target,
                            new DataConversion.Wanted(to, as, writing),
                            force);
        } catch (FileAlreadyExistsException there) {
            throw CommandException.usage(
                    out + " exists already.",
                    "convert overwrites only when told to.",
                    "the same command with --force");
        }
        say(
                shell,
                "Wrote "
                        + shell.shown(target)
                        + ": "
                        + rows(report.rows())
                        + ", from "
                        + report.from().word()
                        + " to "
                        + to.word()
                        + ", as "
                        + as.word()
                        + ".");
        if (to == DataFormat.TEXT && report.from() != DataFormat.TEXT) {
            tellOfText(shell, report, writing);
        }
        report.notes().forEach(note -> say(shell, "Note: " + note + "."));
        new TreeMap<>(report.left())
                .forEach((key, rows) -> say(shell, "Left behind: `" + key + "` of " + rows(rows)));
    }

    private void tellOfText(
            Shell shell, DataConversion.Report report, Optional<ChatTemplate> writing) {
        say(
                shell,
                writing.map(one -> "Conversations are written with " + one.origin() + ".")
                        .orElse("Prompt and answer are joined, without a chat template."));
        if (writing.isPresent() && model.isEmpty()) {
            say(shell, "Note: no model is named, so that no begin token is written.");
        }
        say(
                shell,
                "Note: text holds no mask: whoever trains on it learns all of it, prompts and what"
                        + " users say among it; other shapes keep them apart."
                        + (report.withheld() == 0
                                ? ""
                                : " In "
                                        + rows(report.withheld())
                                        + " turns of the assistant were marked not to be learnt;"
                                        + " that is lost."));
    }

    private Optional<ChatTemplate> writing(Shell shell, DataFormat to) {
        Optional<ChatTemplateRef> named = template.named(shell);
        if (to != DataFormat.TEXT && (named.isPresent() || model.isPresent())) {
            throw CommandException.usage(
                    (model.isPresent() ? "--model" : "--chat-template") + " needs --to text.",
                    "other shapes keep conversations as they are; no template writes them.",
                    HELP);
        }
        if (model.isEmpty()) {
            return named.map(ref -> JobTemplate.alone(ref, shell.clock()));
        }
        Path folder = ModelOption.open(shell, model.get()).path();
        return JobTemplate.find(named, folder, shell.clock())
                .or(
                        () -> {
                            throw ChatTemplate.missing(folder);
                        });
    }

    private DataFileKind kind(Path out) {
        if (kind.isPresent()) {
            return DataFileKind.of(kind.get())
                    .orElseThrow(
                            () ->
                                    CommandException.usage(
                                            "--as: there is no kind '" + kind.get() + "'.",
                                            "the kinds are jsonl, json, jsonl.gz, csv and parquet.",
                                            HELP));
        }
        return DataFileKind.endingOf(out)
                .orElseThrow(
                        () ->
                                CommandException.usage(
                                        out + " does not end like a kind of data file.",
                                        "the endings are .jsonl, .json, .jsonl.gz, .csv and .parquet.",
                                        "give --as jsonl, json, jsonl.gz, csv or parquet"));
    }

    private static String rows(long count) {
        return count + (count == 1 ? " row" : " rows");
    }

    private static void say(Shell shell, String line) {
        shell.err().println(line);
    }
}
