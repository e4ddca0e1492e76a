package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where the text of a chat template lies. */
final class TemplateFiles {
    private static final long MAX_BYTES = 1L << 20;
    private static final long MAX_CONFIG_BYTES = 64L << 20;
    private static final List<String> BUILT_IN = List.of("chatml", "llama3", "mistral", "gemma");

    private TemplateFiles() {}

    /**
     * A template's text.
     *
     * @param origin the file, for messages
     */
    record Found(String origin, String source) {}

    static Optional<Found> find(Path folder) {
        Path file = folder.resolve("chat_template.jinja");
        if (Files.exists(file)) {
            return Optional.of(new Found(file.toString(), text(file)));
        }
        for (String name : List.of("tokenizer_config.json", "chat_template.json")) {
            Path json = folder.resolve(name);
            if (!Files.exists(json)) {
                continue;
            }
            JsonNode template = Json.object(json, MAX_CONFIG_BYTES).path("chat_template");
            if (!template.isMissingNode() && !template.isNull()) {
                return Optional.of(new Found(json.toString(), source(json, template)));
            }
        }
        return Optional.empty();
    }

    static String text(Path file) {
        return Json.text(file, MAX_BYTES);
    }

    /** A text, or a list of named ones, of which {@code default} is taken. */
    private static String source(Path file, JsonNode template) {
        if (template.isTextual()) {
            return template.textValue();
        }
        List<String> names = new ArrayList<>();
        for (JsonNode one : template) {
            JsonNode source = one.path("template");
            if (one.path("name").asText().equals("default") && source.isTextual()) {
                return source.textValue();
            }
            names.add(Messages.shortened(one.path("name").asText("?")));
        }
        throw ModelFilesException.of(
                file,
                template.isArray()
                        ? "chat_template has no template named `default`, only " + names
                        : "chat_template is neither text nor a list of named texts",
                "write the one to use into a file and name it with data.chat_template");
    }

    static String builtIn(String name) {
        if (!BUILT_IN.contains(name)) {
            throw new ModelFilesException(
                    "there is no built-in chat template '"
                            + Messages.shortened(name)
                            + "'; there are "
                            + String.join(", ", BUILT_IN));
        }
        try (InputStream in =
                TemplateFiles.class.getResourceAsStream("chat-templates/" + name + ".jinja")) {
            if (in == null) {
                throw new ModelFilesException(
                        "the built-in chat template " + name + " is missing in this build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
