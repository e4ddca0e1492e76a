package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.evaluate.DeciderConfig;
import dev.tagwerk.evaluate.ModelSource;
import dev.tagwerk.modelfiles.AdapterConfig;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.MergedModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code models merge}: an adapter worked into its base, as a plain model. */
final class ModelMerge {
    private static final String UNTIED =
            " Embedding and output matrix were one in the base and are two here.";

    private final Shell shell;
    private final boolean json;

    ModelMerge(Shell shell, boolean json) {
        this.shell = shell;
        this.json = json;
    }

    /** What the weights are written as; the words are those of job files. */
    enum Type {
        BF16(DType.BF16),
        FP16(DType.F16),
        FP32(DType.F32);

        private final DType type;

        Type(DType type) {
            this.type = type;
        }
    }

    int run(String name, Path folder, Optional<String> base, Optional<Type> asked) {
        ModelSource source =
                ModelSource.find(
                        TunedModel.folder(shell, name),
                        base.map(text -> ModelOption.folder(shell, text)),
                        shell.environment());
        Path adapterPath =
                source.adapter()
                        .orElseThrow(
                                () ->
                                        CommandException.usage(
                                                name + " is a whole model, not an adapter.",
                                                "there is nothing to merge.",
                                                shell.command() + " models show " + name));
        List<Path> head = new ArrayList<>();
        source.head().ifPresent(head::add);
        DeciderConfig.fileIn(source.folder()).ifPresent(head::add);
        Path target = shell.resolve(folder);
        try (AdapterFolder adapter = AdapterFolder.read(adapterPath)) {
            DType type =
                    asked.map(each -> each.type).orElseGet(() -> MergedModel.typeOf(source.base()));
            String baseName = baseName(adapter.config(), source);
            MergedModel.Written written =
                    new MergedModel(source.base(), adapter, type)
                            .write(
                                    target,
                                    facts -> card(name, baseName, type, source, facts),
                                    source.head().isPresent() ? head : List.of());
            report(target, type, source, written);
        }
        return ExitCode.DONE;
    }

    /** The base as others know it: a folder's last name, or what it is called on the hub. */
    private static String baseName(AdapterConfig config, ModelSource source) {
        String folder = String.valueOf(source.base().path().getFileName());
        return config.baseModel()
                .filter(text -> text.matches("[A-Za-z0-9][\\w.-]*/[\\w.-]+"))
                .map(text -> text + config.revision().map(at -> "@" + at).orElse(""))
                .orElse(folder);
    }

    private static String word(DType type) {
        for (Type each : Type.values()) {
            if (each.type == type) {
                return each.name().toLowerCase(Locale.ROOT);
            }
        }
        return type.name();
    }

    private static String card(
            String name, String base, DType type, ModelSource source, MergedModel.Written facts) {
        return """
        ---
        base_model: %s
        library_name: transformers
        tags: [merged, tagwerk]
        ---
        # %s, merged

        The adapter `%s` worked into its base `%s` with Tagwerk: %d of %d tensors changed, each computed in
        fp32 and rounded once to %s.%s%s

        It needs no PEFT: `AutoModelForCausalLM.from_pretrained` reads it.
        """
                .formatted(
                        base.replaceFirst("@.*", ""),
                        name,
                        name,
                        base,
                        facts.changed(),
                        facts.weights(),
                        word(type),
                        facts.untied() ? UNTIED : "",
                        source.head().isPresent()
                                ? " The decision head is `head.safetensors`, as it was."
                                : "");
    }

    private void report(Path target, DType type, ModelSource source, MergedModel.Written written) {
        if (json) {
            ObjectNode node = Json.object();
            node.put("folder", target.toString());
            node.put("dtype", word(type));
            node.put("tensors", written.weights());
            node.put("changed", written.changed());
            node.put("bytes", written.bytes());
            node.put("untied", written.untied());
            node.put("head", source.head().isPresent());
            Json.print(shell, node);
            return;
        }
        shell.out()
                .printf(
                        Locale.ROOT,
                        "Merged into %s: %,d of %,d tensors changed, %,d bytes of %s%n",
                        shell.shown(target),
                        written.changed(),
                        written.weights(),
                        written.bytes(),
                        word(type));
        if (written.untied()) {
            shell.err()
                    .println(
                            "Embedding and output matrix were one in the base; the adapter changes one side, so they are two now.");
        }
        if (source.head().isPresent()) {
            shell.err().println("The decision head lies beside the weights, as it was.");
        }
        shell.err().println("See it: " + shell.command() + " models show " + shell.shown(target));
    }
}
