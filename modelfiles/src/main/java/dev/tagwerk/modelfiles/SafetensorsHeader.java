package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The checked header of a safetensors file.
 *
 * @param tensors in the order of their bytes
 * @param metadata the texts of {@code __metadata__}
 * @param end the size of the file that the header was checked against
 */
record SafetensorsHeader(Map<String, TensorEntry> tensors, Map<String, String> metadata, long end) {
    static final String METADATA = "__metadata__";
    private static final int MAX_NAME = 1024;
    private static final int MAX_DIMENSIONS = 32;
    private static final String DAMAGED = "the file is damaged, fetch or write it again";

    SafetensorsHeader {
        tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }

    /**
     * Parses and checks a header.
     *
     * @param start where the tensors' bytes begin in the file
     * @param end the size of the file
     */
    static SafetensorsHeader parse(Path file, String text, long start, long end) {
        JsonNode root = Json.object(file, text, "the header");
        Map<String, String> metadata = new LinkedHashMap<>();
        List<TensorEntry> entries = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : root.properties()) {
            if (field.getKey().equals(METADATA)) {
                metadata = metadata(file, field.getValue());
            } else {
                entries.add(entry(file, field.getKey(), field.getValue(), start, end));
            }
        }
        entries.sort(
                Comparator.comparingLong(TensorEntry::offset)
                        .thenComparingLong(TensorEntry::bytes));
        Map<String, TensorEntry> tensors = new LinkedHashMap<>();
        long next = start;
        for (TensorEntry entry : entries) {
            if (entry.offset() != next) {
                throw bad(
                        file,
                        entry.name(),
                        entry.offset() < next
                                ? "overlaps the tensor before it by %,d bytes"
                                        .formatted(next - entry.offset())
                                : "leaves a hole of %,d bytes before it"
                                        .formatted(entry.offset() - next));
            }
            next = entry.offset() + entry.bytes();
            tensors.put(entry.name(), entry);
        }
        if (next != end) {
            throw ModelFilesException.of(
                    file, "has %,d bytes after its last tensor".formatted(end - next), DAMAGED);
        }
        return new SafetensorsHeader(tensors, metadata, end);
    }

    private static Map<String, String> metadata(Path file, JsonNode node) {
        Map<String, String> metadata = new LinkedHashMap<>();
        if (node.isNull()) {
            return metadata;
        }
        if (!node.isObject()) {
            throw ModelFilesException.of(file, METADATA + " is not an object", DAMAGED);
        }
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (!field.getValue().isTextual()) {
                throw ModelFilesException.of(
                        file,
                        "%s: the value of '%s' is not a text"
                                .formatted(METADATA, Messages.shortened(field.getKey())),
                        DAMAGED);
            }
            metadata.put(field.getKey(), field.getValue().textValue());
        }
        return metadata;
    }

    private static TensorEntry entry(Path file, String name, JsonNode node, long start, long end) {
        if (name.isEmpty() || name.length() > MAX_NAME) {
            throw bad(
                    file,
                    name,
                    "has a name of %d characters, 1 to %d are allowed"
                            .formatted(name.length(), MAX_NAME));
        }
        if (!node.isObject()) {
            throw bad(file, name, "is not described by an object");
        }
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            switch (field.getKey()) {
                case "dtype", "shape", "data_offsets" -> {}
                default ->
                        throw bad(
                                file,
                                name,
                                "has the unknown key '%s'"
                                        .formatted(Messages.shortened(field.getKey())));
            }
        }
        DType dtype = dtype(file, name, node.path("dtype"));
        List<Long> shape = longs(file, name, "shape", node.path("shape"), MAX_DIMENSIONS);
        List<Long> offsets = longs(file, name, "data_offsets", node.path("data_offsets"), 2);
        if (offsets.size() != 2) {
            throw bad(file, name, "needs two data_offsets");
        }
        long begin = offsets.getFirst();
        long stop = offsets.getLast();
        if (begin > stop) {
            throw bad(file, name, "ends (%d) before it begins (%d)".formatted(stop, begin));
        }
        if (stop > end - start) {
            throw bad(
                    file,
                    name,
                    "ends at byte %,d, but the file holds only %,d bytes of tensors"
                            .formatted(stop, end - start));
        }
        OptionalLong expected = Shapes.bytes(dtype, shape);
        if (expected.isEmpty() || expected.getAsLong() != stop - begin) {
            throw bad(
                    file,
                    name,
                    "has %,d bytes, but %s of shape %s needs %s"
                            .formatted(
                                    stop - begin,
                                    dtype,
                                    shape,
                                    expected.isPresent()
                                            ? "%,d".formatted(expected.getAsLong())
                                            : "more than 2^63"));
        }
        return new TensorEntry(name, dtype, shape, start + begin, stop - begin);
    }

    private static DType dtype(Path file, String name, JsonNode node) {
        if (!node.isTextual()) {
            throw bad(file, name, "has no dtype");
        }
        return DType.named(node.textValue())
                .orElseThrow(
                        () ->
                                ModelFilesException.of(
                                        file,
                                        "tensor '%s' has the dtype %s, which is not known here"
                                                .formatted(
                                                        Messages.shortened(name),
                                                        Messages.shortened(node.textValue())),
                                        "convert the file to F32, F16 or BF16"));
    }

    private static List<Long> longs(Path file, String name, String key, JsonNode node, int most) {
        if (!node.isArray()) {
            throw bad(file, name, "has no list " + key);
        }
        if (node.size() > most) {
            throw bad(
                    file,
                    name,
                    "has %d numbers in %s, at most %d are allowed"
                            .formatted(node.size(), key, most));
        }
        List<Long> values = new ArrayList<>(node.size());
        for (JsonNode value : node) {
            if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
                throw bad(
                        file,
                        name,
                        "has %s in %s, not a whole number from 0 on"
                                .formatted(Messages.shortened(value.toString()), key));
            }
            values.add(value.longValue());
        }
        return values;
    }

    private static ModelFilesException bad(Path file, String name, String reason) {
        return ModelFilesException.of(
                file, "tensor '" + Messages.shortened(name) + "' " + reason, DAMAGED);
    }
}
