package dev.tagwerk.cli;

import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.Parsed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
            "Looks at the data file, and writes job.yaml (valid as it stands, every line explained) and",
            "tagwerk.yaml (the mark of the project's folder). Never overwrites anything.",
            "",
            "Example:",
            "  tagwerk init rows.jsonl --model Qwen/Qwen3-0.6B"
        })
final class InitCommand implements Callable<Integer> {
    private static final String PROJECT =
            """
            # This folder is a Tagwerk project: commands given here or below keep their runs in .tagwerk/ beside this file.
            # Nothing needs to be set. Currency, exchange rates, where data may be, own machines: docs/workspace.md. Do not write secrets here: they come from the environment.
            """;

    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();

    @Parameters(paramLabel = "DATA", description = "your rows: JSONL, a JSON list, CSV or Parquet")
    private Path data = Path.of("");

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description = "base model: a folder, or org/name[@revision] in the hub cache")
    private Optional<String> model = Optional.empty();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            defaultValue = "job.yaml",
            description = "the job file to write (default: job.yaml)")
    private Path out = Path.of("job.yaml");

    InitCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        Path rows = shell.resolve(data);
        if (!Files.isRegularFile(rows)) {
            throw CommandException.usage(
                    Files.isDirectory(rows)
                            ? data + " is a folder."
                            : "there is no file " + data + ".",
                    "init looks at one file with your rows.",
                    shell.command() + " init rows.jsonl");
        }
        Path job = shell.resolve(out);
        Path folder = job.getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw CommandException.usage(
                    "there is no folder " + shell.shown(folder) + ".",
                    "the job file is written into a folder that exists.",
                    "mkdir -p " + shell.shown(folder));
        }
        if (Files.exists(job)) {
            throw CommandException.usage(
                    out + " exists already.",
                    "init never overwrites.",
                    shell.command() + " init " + data + " --out other.yaml");
        }
        JobDraft draft = JobDraft.of(shell, rows, model, job);
        String text = draft.text();
        if (JobFile.parse(text, job, shell.environment(), Map.of())
                instanceof Parsed.Invalid invalid) {
            throw CommandException.failed(
                    "the job for "
                            + data
                            + " would not be valid: "
                            + invalid.problems().getFirst().message()
                            + ".",
                    "this is a mistake in Tagwerk.",
                    "");
        }
        write(job, text);
        shell.out().println("Wrote " + shell.shown(job) + ": " + draft.summary());
        Path project = shell.resolve("tagwerk.yaml");
        if (!Files.exists(project)) {
            write(project, PROJECT);
            shell.out().println("Wrote " + shell.shown(project) + ".");
        }
        shell.out().flush();
        draft.notes().forEach(note -> shell.err().println("note:  " + note));
        shell.err()
                .println(
                        "next:  "
                                + shell.command()
                                + " data check "
                                + shell.shown(data)
                                + draft.modelHint());
        shell.err().println("       " + shell.command() + " check " + shell.shown(out));
        shell.err().println("       " + shell.command() + " run " + shell.shown(out));
        return ExitCode.DONE;
    }

    private static void write(Path file, String text) throws IOException {
        try {
            Files.write(
                    file,
                    text.getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException raced) {
            throw CommandException.usage(file + " exists already.", "init never overwrites.", "");
        }
    }
}
