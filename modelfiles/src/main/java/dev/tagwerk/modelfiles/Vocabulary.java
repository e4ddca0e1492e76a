package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Tokens by name: the part of a tokenizer that the JNI class does not tell. */
record Vocabulary(Map<String, Integer> ids, OptionalInt bos, OptionalInt eos) {
    private static final long MAX_CONFIG_BYTES = 64L << 20;

    /** Not strict about keys given twice: a vocabulary is the library's to judge. */
    private static final ObjectMapper LENIENT = new ObjectMapper();

    /**
     * Reads the vocabulary.
     *
     * @param json the text of {@code tokenizer.json}
     */
    static Vocabulary read(Path folder, Path file, String json) {
        Map<String, Integer> ids = new HashMap<>();
        try (JsonParser parser = LENIENT.createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw damaged(file, "is not a JSON object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String key = parser.currentName();
                parser.nextToken();
                switch (key) {
                    case "added_tokens" -> added(LENIENT.readTree(parser), ids);
                    case "model" -> model(parser, ids);
                    default -> parser.skipChildren();
                }
            }
        } catch (IOException e) {
            throw ModelFilesException.of(
                    file, "is not valid JSON: " + e.getMessage(), "fetch the file again", e);
        }
        if (ids.isEmpty()) {
            throw damaged(file, "has no vocabulary");
        }
        return new Vocabulary(
                ids, special(folder, "bos_token", ids), special(folder, "eos_token", ids));
    }

    OptionalInt id(String token) {
        Integer id = ids.get(token);
        return id == null ? OptionalInt.empty() : OptionalInt.of(id);
    }

    int size() {
        return ids.size();
    }

    private static ModelFilesException damaged(Path file, String reason) {
        return ModelFilesException.of(file, reason, "fetch the file again");
    }

    private static void added(JsonNode tokens, Map<String, Integer> ids) {
        for (JsonNode token : tokens) {
            if (token.path("content").isTextual() && token.path("id").canConvertToInt()) {
                ids.put(token.path("content").textValue(), token.path("id").intValue());
            }
        }
    }

    private static void model(JsonParser parser, Map<String, Integer> ids) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            JsonToken value = parser.nextToken();
            if (!key.equals("vocab")) {
                parser.skipChildren();
            } else if (value == JsonToken.START_OBJECT) {
                // Added tokens may come first in the file and win, as in the library.
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    String token = parser.currentName();
                    if (parser.nextToken() == JsonToken.VALUE_NUMBER_INT) {
                        ids.putIfAbsent(token, parser.getIntValue());
                    } else {
                        parser.skipChildren();
                    }
                }
            } else if (value == JsonToken.START_ARRAY) {
                // Unigram: pieces with their scores, numbered by their place.
                int id = 0;
                while (parser.nextToken() == JsonToken.START_ARRAY) {
                    if (parser.nextToken() == JsonToken.VALUE_STRING) {
                        ids.putIfAbsent(parser.getText(), id);
                    }
                    id++;
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        parser.skipChildren();
                    }
                }
            }
        }
    }

    private static OptionalInt special(Path folder, String key, Map<String, Integer> ids) {
        for (String name : List.of("tokenizer_config.json", "special_tokens_map.json")) {
            Path file = folder.resolve(name);
            if (!Files.exists(file)) {
                continue;
            }
            JsonNode value = Json.object(file, MAX_CONFIG_BYTES).path(key);
            String token = value.isObject() ? value.path("content").asText("") : value.asText("");
            if (value.isNull() || token.isEmpty()) {
                continue;
            }
            Integer id = ids.get(token);
            if (id == null) {
                throw ModelFilesException.of(
                        file,
                        "%s '%s' is not in the vocabulary"
                                .formatted(key, Messages.shortened(token)),
                        "tokenizer.json and " + name + " do not belong together");
            }
            return OptionalInt.of(id);
        }
        return OptionalInt.empty();
    }
}
