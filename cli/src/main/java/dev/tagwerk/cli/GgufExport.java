package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.evaluate.ModelSource;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.GgufAdapter;
import dev.tagwerk.modelfiles.GgufFormat;
import dev.tagwerk.modelfiles.GgufModel;
import dev.tagwerk.modelfiles.MergedModel;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** {@code models export --gguf}: a model or an adapter for llama.cpp. */
final class GgufExport {
    private final Shell shell;
    private final boolean json;

    GgufExport(Shell shell, boolean json) {
        this.shell = shell;
        this.json = json;
    }

    int run(String name, Path file, Optional<String> base, Optional<GgufFormat> asked) {
        ModelSource source =
                ModelSource.find(
                        TunedModel.folder(shell, name),
                        base.map(text -> ModelOption.folder(shell, text)),
                        shell.environment());
        Path target = shell.resolve(file);
        GgufModel.Written written;
        GgufFormat format;
        if (source.adapter().isPresent()) {
            format = asked.orElse(GgufFormat.F32);
            try (AdapterFolder adapter = AdapterFolder.read(source.adapter().get())) {
                written = new GgufAdapter(source.base(), adapter, format).write(target, name);
            }
        } else {
            format = asked.orElseGet(() -> GgufFormat.keeping(MergedModel.typeOf(source.base())));
            written = new GgufModel(source.base(), format).write(target, name);
        }
        report(target, source, format, written);
        return ExitCode.DONE;
    }

    private void report(
            Path target, ModelSource source, GgufFormat format, GgufModel.Written written) {
        boolean adapter = source.adapter().isPresent();
        String type = format.name().toLowerCase(Locale.ROOT);
        if (json) {
            ObjectNode node = Json.object();
            node.put("file", target.toString());
            node.put("kind", adapter ? "adapter" : "model");
            node.put("type", type);
            node.put("tensors", written.tensors());
            node.put("bytes", written.bytes());
            written.notes().forEach(node.putArray("notes")::add);
            Json.print(shell, node);
            return;
        }
        shell.out()
                .printf(
                        Locale.ROOT,
                        "Wrote %s: %s, %,d tensors, %,d bytes, %s%n",
                        shell.shown(target),
                        adapter ? "an adapter" : "a model",
                        written.tensors(),
                        written.bytes(),
                        type);
        written.notes().forEach(note -> shell.err().println("note: " + note));
        if (source.head().isPresent()) {
            shell.err().println("The decision head is not in it: llama.cpp has no place for one.");
        }
        if (adapter) {
            shell.err()
                    .println(
                            "Use: llama-cli -m BASE.gguf --lora "
                                    + shell.shown(target)
                                    + "; the base: "
                                    + shell.command()
                                    + " models export --gguf BASE.gguf "
                                    + shell.shown(source.base().path()));
        }
    }
}
