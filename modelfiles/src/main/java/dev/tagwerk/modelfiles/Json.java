package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Strict JSON: UTF-8 only, no key twice, nothing after the value, bounded depth and size. */
final class Json {
    private static final int MAX_DEPTH = 64;

    static final ObjectMapper STRICT = mapper();

    private Json() {}

    private static ObjectMapper mapper() {
        JsonFactory factory =
                JsonFactory.builder()
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        // Names come from strangers: interning them would fill the JVM's table.
                        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                        .streamReadConstraints(
                                StreamReadConstraints.builder()
                                        .maxNestingDepth(MAX_DEPTH)
                                        .maxNumberLength(64)
                                        .build())
                        .build();
        return new ObjectMapper(factory).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    /** The object in a small JSON file. */
    static JsonNode object(Path file, long maxBytes) {
        return object(file, text(file, maxBytes), "the file");
    }

    /**
     * The object in a text.
     *
     * @param what what the text is, for messages ("the header")
     */
    static JsonNode object(Path file, String text, String what) {
        JsonNode node;
        try {
            node = STRICT.readTree(text);
        } catch (JsonProcessingException e) {
            throw ModelFilesException.of(
                    file,
                    what + " is not valid JSON: " + e.getOriginalMessage() + place(e),
                    "fetch or write the file again",
                    e);
        }
        if (node == null || !node.isObject()) {
            throw ModelFilesException.of(
                    file, what + " is not a JSON object", "fetch or write the file again");
        }
        return node;
    }

    /** The text of a file, checked to be UTF-8 and not larger than {@code maxBytes}. */
    static String text(Path file, long maxBytes) {
        try {
            if (!Files.isRegularFile(file)) {
                throw ModelFilesException.of(
                        file,
                        Files.exists(file) ? "is not a regular file" : "does not exist",
                        "check the path of the folder");
            }
            long size = Files.size(file);
            if (size > maxBytes) {
                throw ModelFilesException.of(
                        file,
                        "has %,d bytes, more than the %,d that such a file may have"
                                .formatted(size, maxBytes),
                        "check that it is the file that its name says");
            }
            return decode(file, ByteBuffer.wrap(Files.readAllBytes(file)), "the file");
        } catch (IOException e) {
            throw ModelFilesException.of(
                    file, "cannot be read: " + e, "check that it is readable for you", e);
        }
    }

    static String decode(Path file, ByteBuffer bytes, String what) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw ModelFilesException.of(
                    file, what + " is not valid UTF-8", "fetch or write the file again", e);
        }
    }

    private static String place(JsonProcessingException e) {
        if (e.getLocation() == null) {
            return "";
        }
        return " (line %d, column %d)"
                .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
    }
}
