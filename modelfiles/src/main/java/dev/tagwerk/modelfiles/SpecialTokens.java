package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The texts of a tokenizer's named special tokens, as chat templates see them.
 *
 * @param texts by name, {@code bos_token} and its like; what the model does not name is not there
 */
record SpecialTokens(Map<String, String> texts) {
    private static final long MAX_BYTES = 64L << 20;
    private static final List<String> NAMES =
            List.of(
                    "bos_token",
                    "eos_token",
                    "unk_token",
                    "sep_token",
                    "pad_token",
                    "cls_token",
                    "mask_token");

    SpecialTokens {
        texts = Map.copyOf(texts);
    }

    /** Of no model. */
    static SpecialTokens none() {
        return new SpecialTokens(Map.of());
    }

    /** The first of the names that a template relies on: it does not ask whether there is one. */
    static Optional<String> neededBy(String template) {
        return NAMES.stream()
                .filter(name -> template.contains(name) && !template.contains(name + " is defined"))
                .findFirst();
    }

    /**
     * Reads {@code tokenizer_config.json}; as in transformers, {@code special_tokens_map.json} has
     * the last word where the configuration does not list its added tokens.
     */
    static SpecialTokens read(Path folder) {
        Map<String, String> texts = new LinkedHashMap<>();
        Path config = folder.resolve("tokenizer_config.json");
        boolean lists = false;
        if (Files.exists(config)) {
            JsonNode node = Json.object(config, MAX_BYTES);
            lists = node.has("added_tokens_decoder");
            put(node, texts);
        }
        Path map = folder.resolve("special_tokens_map.json");
        if (!lists && Files.exists(map)) {
            put(Json.object(map, MAX_BYTES), texts);
        }
        return new SpecialTokens(texts);
    }

    private static void put(JsonNode node, Map<String, String> texts) {
        for (String name : NAMES) {
            JsonNode value = node.path(name);
            JsonNode text = value.isObject() ? value.path("content") : value;
            if (text.isTextual()) {
                texts.put(name, text.textValue());
            }
        }
    }
}
