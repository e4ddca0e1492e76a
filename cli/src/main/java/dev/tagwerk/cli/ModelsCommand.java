package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.engine.Engine;
import dev.tagwerk.engine.RunView;
import dev.tagwerk.modelfiles.GgufFormat;
import dev.tagwerk.modelfiles.HubCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        footer = {
            "",
            "Without a subcommand: list.",
            "",
            "Examples:",
            "  tagwerk models list",
            "  tagwerk models show last",
            "  tagwerk models pull Qwen/Qwen3-0.6B",
            "  tagwerk models merge last -o merged",
            "  tagwerk models export --gguf model.gguf merged"
        })
final class ModelsCommand implements Callable<Integer> {
    private static final String HUB_PREFIX = "models--";
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();

    ModelsCommand(Shell shell) {
        this.shell = shell;
    }

    /** One line of the list. */
    private record Found(String name, String kind, String state, Path folder) {}

    @Override
    public Integer call() {
        return list(new HelpOption(), false);
    }

    @Command(
            name = "list",
            description = "models of this workspace's runs and of the local hub cache",
            footer = {"", "Example:", "  tagwerk models list --json"})
    int list(
            @Mixin HelpOption listHelp,
            @Option(names = "--json", description = "print JSON") boolean json) {
        List<Found> found = new ArrayList<>(ofRuns());
        HubCache cache = HubCache.fromEnvironment(shell.environment());
        found.addAll(ofCache(cache));
        if (json) {
            ArrayNode all = Json.array();
            for (Found model : found) {
                all.addObject()
                        .put("name", model.name())
                        .put("kind", model.kind())
                        .put("state", model.state())
                        .put("folder", model.folder().toString());
            }
            Json.print(shell, all);
            return ExitCode.DONE;
        }
        if (found.isEmpty()) {
            shell.err()
                    .println(
                            "No models: no run of this workspace has made one, and there are none in "
                                    + cache.folder()
                                    + ".");
            return ExitCode.DONE;
        }
        int name = found.stream().mapToInt(model -> model.name().length()).max().orElse(0);
        int kind = found.stream().mapToInt(model -> model.kind().length()).max().orElse(0);
        for (Found model : found) {
            shell.out()
                    .println(
                            pad(model.name(), name)
                                    + "  "
                                    + pad(model.kind(), kind)
                                    + "  "
                                    + shell.shown(model.folder())
                                    + (model.state().equals("succeeded") || model.state().isEmpty()
                                            ? ""
                                            : "  (" + model.state() + ")"));
        }
        return ExitCode.DONE;
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }

    private List<Found> ofRuns() {
        Engine engine = Engines.open(shell);
        List<Found> found = new ArrayList<>();
        for (RunView run : engine.list().runs()) {
            Path output = engine.folder(run.id()).output();
            made(output)
                    .ifPresent(
                            kind ->
                                    found.add(
                                            new Found(
                                                    run.id().value(),
                                                    kind,
                                                    run.phase()
                                                            .name()
                                                            .toLowerCase(java.util.Locale.ROOT),
                                                    output)));
        }
        return found;
    }

    /** What lies in a run's output; empty while there is no model yet. */
    private static Optional<String> made(Path output) {
        String head = Files.exists(output.resolve("head.safetensors")) ? ", decision head" : "";
        if (Files.isDirectory(output.resolve("adapter"))) {
            return Optional.of("adapter" + head);
        }
        return Files.isDirectory(output.resolve("model"))
                ? Optional.of("model" + head)
                : Optional.empty();
    }

    private List<Found> ofCache(HubCache cache) {
        if (!Files.isDirectory(cache.folder())) {
            return List.of();
        }
        List<Found> found = new ArrayList<>();
        try (Stream<Path> folders = Files.list(cache.folder())) {
            for (Path folder : folders.sorted().toList()) {
                String name = folder.getFileName().toString();
                if (name.startsWith(HUB_PREFIX)) {
                    String repository = name.substring(HUB_PREFIX.length()).replace("--", "/");
                    snapshots(folder, repository, found);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return found;
    }

    private static void snapshots(Path folder, String repository, List<Found> found)
            throws IOException {
        Path snapshots = folder.resolve("snapshots");
        if (!Files.isDirectory(snapshots)) {
            return;
        }
        try (Stream<Path> commits = Files.list(snapshots)) {
            for (Path commit : commits.sorted().toList()) {
                String revision = commit.getFileName().toString();
                String shown = revision.substring(0, Math.min(12, revision.length()));
                found.add(new Found(repository, "hub cache " + shown, "", commit));
            }
        }
    }

    @Command(
            name = "show",
            description = "architecture, sizes, adapter and card of a model",
            footer = {"", "Example:", "  tagwerk models show last"})
    int show(
            @Mixin HelpOption showHelp,
            @Parameters(
                            paramLabel = "MODEL",
                            description = "a run's id or `last`, a folder, or org/name[@revision]")
                    String name,
            @Option(
                            names = "--base",
                            paramLabel = "FOLDER",
                            description = "the base model, where it is not where the adapter says")
                    Optional<Path> base,
            @Option(names = "--json", description = "print JSON") boolean json) {
        ModelFacts facts =
                ModelFacts.of(
                        TunedModel.folder(shell, name),
                        base.map(shell::resolve),
                        shell.environment());
        if (json) {
            ObjectNode node = facts.json();
            node.put("name", name);
            Json.print(shell, node);
        } else {
            shell.out().print(facts.text());
        }
        return ExitCode.DONE;
    }

    @Command(
            name = "merge",
            description = "work an adapter into its base: a plain model, which needs no PEFT",
            footer = {
                "",
                "Weights are computed in fp32 and rounded once; memory stays small. A decision head is copied",
                "beside them. Nothing is overwritten.",
                "",
                "Example:",
                "  tagwerk models merge last -o merged --dtype bf16"
            })
    int merge(
            @Mixin HelpOption mergeHelp,
            @Parameters(
                            paramLabel = "ADAPTER_OR_RUN",
                            description = "a run's id or `last`, or a folder with an adapter")
                    String name,
            @Option(
                            names = {"-o", "--output"},
                            paramLabel = "FOLDER",
                            required = true,
                            description = "the new model's folder")
                    Path folder,
            @Option(
                            names = "--base",
                            paramLabel = "MODEL",
                            description =
                                    "the base: a folder or org/name[@revision], where it is not where the adapter says")
                    Optional<String> base,
            @Option(
                            names = "--dtype",
                            paramLabel = "TYPE",
                            converter = WeightWords.ForMerge.class,
                            description = "bf16, fp16 or fp32 (default: that of the base)")
                    Optional<ModelMerge.Type> type,
            @Option(names = "--json", description = "print JSON") boolean json) {
        return new ModelMerge(shell, json).run(name, folder, base, type);
    }

    @Command(
            name = "export",
            description = "write a model or an adapter for llama.cpp",
            footer = {
                "",
                "A whole model: llama, mistral, qwen2, qwen3, gemma2, gemma3. What llama.cpp would compute or",
                "tokenise otherwise is refused by name. An adapter: its low-rank pairs, for --lora; one that holds",
                "more is merged first. Nothing is overwritten.",
                "",
                "Examples:",
                "  tagwerk models export --gguf adapter.gguf last",
                "  tagwerk models export --gguf model.gguf merged --type q8_0"
            })
    int export(
            @Mixin HelpOption exportHelp,
            @Parameters(
                            paramLabel = "MODEL_OR_ADAPTER",
                            description =
                                    "a run's id or `last`, a folder with an adapter or a model, or org/name[@revision]")
                    String name,
            @Option(
                            names = "--gguf",
                            paramLabel = "FILE",
                            required = true,
                            description = "the new file")
                    Path file,
            @Option(
                            names = "--base",
                            paramLabel = "MODEL",
                            description =
                                    "an adapter's base: a folder or org/name[@revision], where it is not where the adapter says")
                    Optional<String> base,
            @Option(
                            names = "--type",
                            paramLabel = "TYPE",
                            converter = WeightWords.ForGguf.class,
                            description =
                                    "f32, f16, bf16 or q8_0 (default: that of the model; f32 for an adapter)")
                    Optional<GgufFormat> type,
            @Option(names = "--json", description = "print JSON") boolean json) {
        return new GgufExport(shell, json).run(name, file, base, type);
    }

    @Command(
            name = "pull",
            description = "fetch a model from the Hugging Face hub into its cache",
            footer = {
                "",
                "Takes configuration, tokenizer, chat templates, safetensors, licence and card; never pickles.",
                "What was begun is taken up where it ended. HF_HOME, HF_TOKEN, HF_ENDPOINT, HF_HUB_OFFLINE and",
                "HTTPS_PROXY are honoured.",
                "",
                "Examples:",
                "  tagwerk models pull Qwen/Qwen3-0.6B",
                "  tagwerk models pull org/name@v1.0 --dry-run"
            })
    int pull(
            @Mixin HelpOption pullHelp,
            @Parameters(
                            paramLabel = "MODEL",
                            description =
                                    "org/name, or org/name@revision: a branch, tag, commit or refs/pr/N")
                    String name,
            @Option(
                            names = "--include",
                            paramLabel = "PATTERN",
                            description =
                                    "take the files that match instead of a model's usual ones; * matches slashes, too")
                    List<String> include,
            @Option(
                            names = "--exclude",
                            paramLabel = "PATTERN",
                            description = "do not take the files that match")
                    List<String> exclude,
            @Option(
                            names = "--connections",
                            paramLabel = "N",
                            defaultValue = "8",
                            description = "at a time (default: 8)")
                    int connections,
            @Option(names = "--dry-run", description = "print what would be fetched, and stop")
                    boolean dryRun,
            @Option(names = "--offline", description = "find it in the cache, ask nobody")
                    boolean offline,
            @Option(names = "--json", description = "print JSON") boolean json) {
        return new ModelPull(shell, json)
                .run(
                        name,
                        include == null ? List.of() : include,
                        exclude == null ? List.of() : exclude,
                        connections,
                        dryRun,
                        offline);
    }
}
