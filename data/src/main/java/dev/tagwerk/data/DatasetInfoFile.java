package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.spec.Column;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import dev.tagwerk.spec.DatasetInfo;
import dev.tagwerk.spec.Nearest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One entry of LLaMA-Factory's {@code dataset_info.json}: which file, which shape, which columns.
 */
record DatasetInfoFile(Path file, DataFormat format, Columns columns) {
    private static final int MOST_BYTES = 4 << 20;
    private static final Set<String> KNOWN =
            Set.of("file_name", "formatting", "columns", "tags", "ranking");
    private static final List<String> ADDRESSES =
            List.of("hf_hub_url", "ms_hub_url", "om_hub_url", "script_url", "cloud_file_name");

    /**
     * Reads an entry.
     *
     * @throws DataException when there is no such entry, or it asks for what is not done here
     */
    static DatasetInfoFile read(DatasetInfo info) {
        ObjectNode list = list(info.file());
        JsonNode entry = list.get(info.name());
        if (!(entry instanceof ObjectNode object)) {
            List<String> names = new ArrayList<>();
            list.fieldNames().forEachRemaining(names::add);
            throw new DataException(
                    info.file()
                            + " has no entry "
                            + Words.quoted(info.name())
                            + Nearest.to(info.name(), names)
                                    .map(near -> "; did you mean " + Words.quoted(near) + "?")
                                    .orElse(
                                            "; it has "
                                                    + Words.listed(
                                                            names.stream()
                                                                    .limit(12)
                                                                    .map(n -> Words.visible(n, 40))
                                                                    .toList())));
        }
        return new Entry(info, object).read();
    }

    private static ObjectNode list(Path file) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MOST_BYTES + 1);
        } catch (IOException e) {
            throw new DataException("cannot read " + file + ": " + e + "; check the path", e);
        }
        if (bytes.length > MOST_BYTES) {
            throw new DataException(file + " has more than 4 MiB; is it a dataset_info.json?");
        }
        try {
            ReadLimits limits = ReadLimits.defaults();
            return new JsonLine(
                            new ReadLimits(
                                    MOST_BYTES,
                                    limits.totalBytes(),
                                    limits.depth(),
                                    limits.ratio(),
                                    limits.badRows()))
                    .parse(bytes);
        } catch (JsonLine.Fault fault) {
            throw new DataException(file + " " + fault.reason());
        }
    }

    private record Entry(DatasetInfo info, ObjectNode node) {
        DatasetInfoFile read() {
            if (node.path("ranking").asBoolean()) {
                throw refused("ranking", "means preference rows, which this version does not read");
            }
            node.fieldNames()
                    .forEachRemaining(
                            key -> {
                                if (!KNOWN.contains(key) && !ADDRESSES.contains(key)) {
                                    throw refused(
                                            key, "is not honoured here; remove it from the entry");
                                }
                            });
            Map<Column, String> names = new EnumMap<>(Column.class);
            put(names, "columns", false);
            put(names, "tags", true);
            return new DatasetInfoFile(file(), format(), new Columns(names));
        }

        private Path file() {
            String name = node.path("file_name").asText("");
            Path folder = info.file().toAbsolutePath().getParent();
            return folder == null || name.isEmpty() ? Path.of(name) : folder.resolve(name);
        }

        private DataFormat format() {
            String formatting = node.path("formatting").asText("alpaca");
            return switch (formatting) {
                case "alpaca" -> DataFormat.ALPACA;
                case "sharegpt" -> DataFormat.SHAREGPT;
                case "openai" -> DataFormat.MESSAGES;
                default ->
                        throw refused(
                                "formatting",
                                "is "
                                        + Words.quoted(formatting)
                                        + "; known are alpaca, sharegpt and openai");
            };
        }

        private void put(Map<Column, String> names, String section, boolean inMessages) {
            for (Map.Entry<String, JsonNode> field : node.path(section).properties()) {
                Optional<Column> column =
                        Column.of(field.getKey()).filter(one -> one.inMessages() == inMessages);
                if (column.isEmpty()) {
                    throw refused(
                            section + "." + field.getKey(),
                            "is a part that this version does not read");
                }
                if (!field.getValue().isNull()) {
                    names.put(column.get(), field.getValue().asText());
                }
            }
        }

        private DataException refused(String key, String why) {
            return new DataException(
                    info.file() + "#" + info.name() + ": " + Words.quoted(key) + " " + why);
        }
    }
}
