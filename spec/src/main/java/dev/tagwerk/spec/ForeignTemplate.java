package dev.tagwerk.spec;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The chat template that a configuration names: one that comes along, a file, or the model's own.
 * Others have no counterpart here, and that is said.
 */
final class ForeignTemplate {
    /** Their names of the templates that come along. */
    private static final Map<String, String> HELD =
            Map.of(
                    "chatml", "chatml",
                    "llama3", "llama3",
                    "gemma", "gemma",
                    "gemma2", "gemma",
                    "gemma3", "gemma");

    private static final int LEAST_FAMILY = 3;

    private final ForeignJob job;

    ForeignTemplate(ForeignJob job) {
        this.job = job;
    }

    /** A template that the other tool knows by name. */
    void named(Tree.Entry entry, String name) {
        String held = HELD.get(name);
        if (held != null) {
            job.put(CommonKeys.CHAT_TEMPLATE, held, entry);
            difference(held)
                    .ifPresent(what -> job.changed(entry, what, "tagwerk data check shows how"));
        } else if (isOfTheModel(name)) {
            job.changed(
                    entry,
                    "chats are written as the model's own template has them",
                    "tagwerk data check shows how");
        } else {
            job.lost(
                    entry,
                    "there is no template '"
                            + Shown.oneLine(name)
                            + "' here; chats are written as the model's own template has them",
                    "write it as a Jinja file, and name that with data.chat_template");
        }
    }

    private Optional<String> difference(String held) {
        if (held.equals("chatml")) {
            return Optional.of("a begin token stands first where the tokenizer has one");
        }
        return job.tool() == ForeignTool.LLAMA_FACTORY
                ? Optional.of("blanks around a message are cut off")
                : Optional.empty();
    }

    /** {@code qwen3_nothink} for Qwen/Qwen3-0.6B: named after the family that the model is of. */
    private boolean isOfTheModel(String name) {
        String family = name.toLowerCase(Locale.ROOT).replaceFirst("[^a-z].*", "");
        return family.length() >= LEAST_FAMILY
                && job.sheet()
                        .value(CommonKeys.MODEL)
                        .filter(model -> model.toLowerCase(Locale.ROOT).contains(family))
                        .isPresent();
    }

    /** A file with a template, or the folder or name of a model that has one. */
    void at(Tree.Entry entry, String text) {
        Optional<Path> found = job.places().find(text);
        Optional<Path> file =
                found.map(
                                path ->
                                        Files.isDirectory(path)
                                                ? path.resolve("chat_template.jinja")
                                                : path)
                        .filter(Files::isRegularFile);
        if (file.isPresent() || text.matches("(?i).*\\.(jinja2?|j2)")) {
            String written = file.map(job.places()::written).orElse(text);
            // a bare word would be the name of one that comes along
            String path = written.matches("[A-Za-z0-9_-]+") ? "./" + written : written;
            job.put(CommonKeys.CHAT_TEMPLATE, path, entry);
        } else if (!isTheModel(text)) {
            job.lost(
                    entry,
                    "the template of '"
                            + Shown.oneLine(text)
                            + "' is no file here; chats are written as the model's own template has"
                            + " them",
                    "write it into a file, and name that with data.chat_template");
        }
    }

    private boolean isTheModel(String text) {
        return job.text("model_name_or_path", "base_model").filter(text::equals).isPresent();
    }

    /** A template written out in the configuration, or a file with one. */
    void jinja(Tree.Entry entry, String text) {
        if (text.contains("{") || text.contains("\n")) {
            job.lost(
                    entry,
                    "a template is a file here; chats are written as the model's own template has"
                            + " them",
                    "write it into a file, and name that with data.chat_template");
        } else {
            at(entry, text);
        }
    }
}
