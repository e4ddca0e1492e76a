package dev.tagwerk.images;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON of strangers, as bounded trees, and the few shapes that fields have. */
final class Documents {
    private static final ObjectMapper MAPPER =
            new ObjectMapper(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(64)
                                                    .maxStringLength(4 << 20)
                                                    .build())
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Documents() {}

    static ObjectMapper mapper() {
        return MAPPER;
    }

    static JsonNode object(byte[] bytes, String place) {
        JsonNode node = parse(bytes, place);
        if (!node.isObject()) {
            throw broken(place, "it is no JSON object");
        }
        return node;
    }

    static JsonNode parse(byte[] bytes, String place) {
        try {
            JsonNode node = MAPPER.readTree(bytes);
            return node == null ? MAPPER.missingNode() : node;
        } catch (JsonProcessingException wrong) {
            throw broken(place, "it is no JSON (" + Names.shown(wrong.getOriginalMessage()) + ")");
        } catch (IOException noText) {
            // JSON that begins as UTF-16 or UTF-32 does and goes on otherwise
            throw broken(place, "it is no JSON (" + Names.shown(noText.toString()) + ")");
        }
    }

    static ImageException broken(String place, String what) {
        return new ImageException(place, what, "fetch or save the image again");
    }

    /** A text field; empty when it is absent, null or something else. */
    static String text(JsonNode object, String field) {
        JsonNode value = object.path(field);
        return value.isTextual() ? value.textValue() : "";
    }

    /** A list of texts; Docker once wrote a single one without its brackets. */
    static List<String> texts(JsonNode object, String field, String place) {
        JsonNode value = object.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return List.of();
        }
        if (value.isTextual()) {
            return List.of(value.textValue());
        }
        if (!value.isArray()) {
            throw broken(place, "its `" + field + "` is no list");
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode one : value) {
            if (!one.isTextual()) {
                throw broken(place, "its `" + field + "` holds something that is no text");
            }
            texts.add(one.textValue());
        }
        return List.copyOf(texts);
    }

    /** A map of texts, in the document's order; other values are left out. */
    static Map<String, String> map(JsonNode object, String field) {
        Map<String, String> map = new LinkedHashMap<>();
        object.path(field)
                .properties()
                .forEach(
                        one -> {
                            if (one.getValue().isTextual()) {
                                map.put(one.getKey(), one.getValue().textValue());
                            }
                        });
        return map;
    }

    static Descriptor descriptor(JsonNode node, String place) {
        String stated = text(node, "digest");
        Digest digest =
                Digest.parse(stated)
                        .orElseThrow(
                                () ->
                                        broken(
                                                place,
                                                "it names a blob by `"
                                                        + Names.shown(stated)
                                                        + "`, which is no digest"));
        JsonNode size = node.path("size");
        if (!size.isIntegralNumber() || !size.canConvertToLong() || size.longValue() < 0) {
            throw broken(place, "it gives no size for " + digest.abbreviated());
        }
        return new Descriptor(
                text(node, "mediaType"), digest, size.longValue(), map(node, "annotations"));
    }
}
