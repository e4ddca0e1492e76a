package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The parts of a {@code tokenizer.json} that another program needs to tokenise alike.
 *
 * @param parts everything but vocabulary and merges
 * @param vocabulary numbers by token
 * @param merges pairs of tokens, the first merged first
 */
record TokenizerJson(ObjectNode parts, Map<String, Integer> vocabulary, List<Merge> merges) {
    private static final long MAX_BYTES = 256L << 20;
    private static final ObjectMapper LENIENT = new ObjectMapper();

    /** Two tokens that become one. */
    record Merge(String left, String right) {
        String merged() {
            return left + right;
        }
    }

    /** Reads the file; vocabulary and merges are streamed, since they are most of it. */
    static TokenizerJson read(Path file) {
        String json = Json.text(file, MAX_BYTES);
        ObjectNode parts = JsonNodeFactory.instance.objectNode();
        Map<String, Integer> vocabulary = new HashMap<>();
        List<Merge> merges = new ArrayList<>();
        try (JsonParser parser = LENIENT.createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw ModelFilesException.of(file, "is not a JSON object", "fetch the file again");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String key = parser.currentName();
                JsonToken value = parser.nextToken();
                if (key.equals("model") && value == JsonToken.START_OBJECT) {
                    parts.set(key, model(parser, vocabulary, merges));
                } else {
                    parts.set(key, LENIENT.readTree(parser));
                }
            }
        } catch (IOException e) {
            throw ModelFilesException.of(
                    file, "is not valid JSON: " + e.getMessage(), "fetch the file again", e);
        }
        return new TokenizerJson(parts, vocabulary, merges);
    }

    private static ObjectNode model(
            JsonParser parser, Map<String, Integer> vocabulary, List<Merge> merges)
            throws IOException {
        ObjectNode model = JsonNodeFactory.instance.objectNode();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            JsonToken value = parser.nextToken();
            if (key.equals("vocab") && value == JsonToken.START_OBJECT) {
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    String token = parser.currentName();
                    if (parser.nextToken() == JsonToken.VALUE_NUMBER_INT) {
                        vocabulary.put(token, parser.getIntValue());
                    } else {
                        parser.skipChildren();
                    }
                }
            } else if (key.equals("merges") && value == JsonToken.START_ARRAY) {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    merges.add(merge(LENIENT.readTree(parser)));
                }
            } else if (key.equals("vocab")) {
                parser.skipChildren();
            } else {
                model.set(key, LENIENT.readTree(parser));
            }
        }
        return model;
    }

    /** Older files write {@code "a b"}, newer ones {@code ["a", "b"]}. */
    private static Merge merge(JsonNode pair) {
        if (pair.isArray() && pair.size() == 2) {
            return new Merge(pair.get(0).asText(), pair.get(1).asText());
        }
        String text = pair.asText();
        int space = text.indexOf(' ', 1);
        if (space < 0) {
            throw new ModelFilesException(
                    "a merge of the tokenizer is no pair: " + Messages.shortened(pair.toString()));
        }
        return new Merge(text.substring(0, space), text.substring(space + 1));
    }

    JsonNode part(String key) {
        return parts.path(key);
    }

    JsonNode model(String key) {
        return parts.path("model").path(key);
    }
}
