package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.formats.ContainerImport;
import dev.tagwerk.formats.Document;
import dev.tagwerk.spec.ForeignConfig;
import dev.tagwerk.spec.ForeignTool;
import dev.tagwerk.spec.ImportNote;
import dev.tagwerk.spec.Imported;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        footer = {
            "",
            "Reads a training configuration of axolotl, LLaMA-Factory or TRL (`trl sft --config`), writes a",
            "job that trains the same way, and lists what did not carry over. Of what another platform is",
            "asked to run (Container Apps, Azure ML, OVHcloud, Kubernetes, Compose, docker run, SkyPilot,",
            "dstack; files and command lines in scripts) it writes a job of kind container. Values of",
            "secrets are never copied. Never overwrites anything.",
            "",
            "Examples:",
            "  tagwerk import lora.yml",
            "  tagwerk import compose.yaml --pick train",
            "  tagwerk import lora.yml -o -       # prints the job, writes nothing",
            "  az containerapp job show … -o yaml | tagwerk import -"
        })
final class ImportCommand implements Callable<Integer> {
    private static final String STDOUT = "-";
    private static final String STDIN = "-";

    /** One more than a reader takes, so that it says that there is more. */
    private static final int MOST_BYTES = (4 << 20) + 1;

    private final Shell shell;
    private final InputStream in;
    @Mixin private final HelpOption help = new HelpOption();

    @Parameters(
            paramLabel = "FILE",
            description = "the configuration, file or script; - for standard input")
    private Path file = Path.of("");

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            defaultValue = "job.yaml",
            description = "the job file to write (default: job.yaml); - prints it")
    private String out = "job.yaml";

    @Option(
            names = "--from",
            paramLabel = "TOOL",
            description = "axolotl, llama-factory or trl, where its keys do not tell")
    private Optional<String> from = Optional.empty();

    @Option(
            names = {"--pick", "--service"},
            paramLabel = "NAME",
            description = "which one, where a file starts several things")
    private Optional<String> pick = Optional.empty();

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            description = "the container image, where the file names none, or instead of it")
    private Optional<String> image = Optional.empty();

    @Option(names = "--json", description = "print what was noted as JSON")
    private boolean json;

    ImportCommand(Shell shell) {
        this(shell, System.in);
    }

    ImportCommand(Shell shell, InputStream in) {
        this.shell = shell;
        this.in = in;
    }

    @Override
    public Integer call() throws IOException {
        if (file.toString().equals(STDIN)) {
            return fromStandardInput();
        }
        Path source = shell.resolve(file);
        if (!Files.exists(source)) {
            throw new NoSuchFileException(file.toString());
        }
        return read(source, file.toString());
    }

    /** Readers take files; what comes in is kept in one for as long as it is read. */
    private int fromStandardInput() throws IOException {
        Path folder = Files.createTempDirectory("tagwerk-");
        Path kept = folder.resolve("stdin.yaml");
        try {
            Files.write(kept, in.readNBytes(MOST_BYTES));
            return read(kept, STDIN);
        } finally {
            Files.deleteIfExists(kept);
            Files.delete(folder);
        }
    }

    private int read(Path source, String name) throws IOException {
        Path job = out.equals(STDOUT) ? shell.directory().resolve("job.yaml") : shell.resolve(out);
        if (!out.equals(STDOUT) && Files.exists(job)) {
            throw CommandException.usage(
                    out + " exists already.",
                    "import never overwrites.",
                    shell.command() + " import " + name + " -o other.yaml");
        }
        Optional<List<Document>> workloads =
                from.isPresent() ? Optional.empty() : ImportSource.workloads(source, name);
        if (workloads.isPresent()) {
            return container(workloads.get(), source, name, job);
        }
        String called = called(source, name);
        return switch (ForeignConfig.read(source, tool(), shell.directory(), job)) {
            case Imported.Unreadable unreadable -> {
                unreadable.problems().forEach(shell.err()::println);
                throw CommandException.usage(
                        called + " cannot be read.", "its YAML is not sound.", "");
            }
            case Imported.Refused refused ->
                    throw CommandException.usage(
                            called + " cannot be imported: " + refused.why() + ".",
                            refused.tool()
                                    .map(one -> "it is a configuration of " + one.title() + ".")
                                    .orElse(""),
                            Errors.asTyped(shell, refused.remedy()));
            case Imported.Written written ->
                    written(
                            new Outcome(
                                    "a configuration of " + written.tool().title(),
                                    written.tool().word(),
                                    written.job(),
                                    written.notes()),
                            job);
        };
    }

    /**
     * What is to be written.
     *
     * @param what the other file is, with an article
     * @param tool a word for programs
     */
    private record Outcome(String what, String tool, String job, List<ImportNote> notes) {}

    private String called(Path source, String name) {
        return name.equals(STDIN) ? "standard input" : shell.shown(source);
    }

    private int container(List<Document> documents, Path source, String name, Path job)
            throws IOException {
        String called = called(source, name);
        Path folder =
                Optional.ofNullable(source.getParent())
                        .filter(parent -> !name.equals(STDIN))
                        .orElse(shell.directory());
        ContainerImport.Wish wish = new ContainerImport.Wish(pick, image, folder, job);
        return switch (ContainerImport.read(documents, wish)) {
            case ContainerImport.Result.Refused refused ->
                    throw CommandException.usage(
                            called + " cannot be imported: it " + refused.why() + ".",
                            "it is " + refused.what() + ".",
                            refused.remedy());
            case ContainerImport.Result.Written written ->
                    written(
                            new Outcome(
                                    written.what(), "container", written.job(), written.notes()),
                            job);
        };
    }

    private Optional<ForeignTool> tool() {
        return from.map(
                word ->
                        ForeignTool.of(word)
                                .orElseThrow(
                                        () ->
                                                CommandException.usage(
                                                        "--from: there is no tool '" + word + "'.",
                                                        "the tools are "
                                                                + String.join(
                                                                        ", ",
                                                                        Arrays.stream(
                                                                                        ForeignTool
                                                                                                .values())
                                                                                .map(
                                                                                        ForeignTool
                                                                                                ::word)
                                                                                .toList())
                                                                + ".",
                                                        shell.command() + " import --help")));
    }

    private int written(Outcome written, Path job) throws IOException {
        boolean print = out.equals(STDOUT);
        if (!print) {
            try {
                Files.write(
                        job,
                        written.job().getBytes(StandardCharsets.UTF_8),
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.WRITE);
            } catch (FileAlreadyExistsException raced) {
                throw CommandException.usage(
                        out + " exists already.", "import never overwrites.", "");
            }
        }
        if (json) {
            json(written, job, print);
        } else {
            if (print) {
                shell.out().print(written.job());
            } else {
                shell.out().println("Wrote " + shell.shown(job) + " from " + written.what() + ".");
            }
            shell.out().flush();
            tell(written.notes());
        }
        if (!print) {
            shell.err().println("next:  " + shell.command() + " check " + shell.shown(job));
        }
        return ExitCode.DONE;
    }

    private void tell(List<ImportNote> notes) {
        for (ImportNote.Kind kind : ImportNote.Kind.values()) {
            List<ImportNote> these = notes.stream().filter(note -> note.kind() == kind).toList();
            if (!these.isEmpty()) {
                shell.err().println(kind.words() + ":");
                these.forEach(
                        note -> shell.err().println("  " + Errors.asTyped(shell, note.toString())));
            }
        }
    }

    private void json(Outcome written, Path job, boolean print) {
        ObjectNode node = Json.object();
        node.put("tool", written.tool());
        if (print) {
            node.put("job", written.job());
        } else {
            node.put("file", job.toString());
        }
        ArrayNode notes = node.putArray("notes");
        for (ImportNote note : written.notes()) {
            ObjectNode one =
                    notes.addObject()
                            .put("kind", note.kind().name().toLowerCase(Locale.ROOT))
                            .put("key", note.key());
            if (note.line() > 0) {
                one.put("line", note.line());
            }
            one.put("why", note.why()).put("remedy", note.remedy());
        }
        Json.print(shell, node);
    }
}
