package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.runfolder.Disk;
import dev.tagwerk.spec.Column;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import dev.tagwerk.spec.SpecException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The store's append-only file: a line per push. A torn last line is no push. */
final class StoreJournal {
    static final String FILE = "journal.jsonl";

    private final Path folder;
    private final Path file;
    private final Disk disk;

    StoreJournal(Path folder, Disk disk) {
        this.folder = folder;
        this.file = folder.resolve(FILE);
        this.disk = disk;
    }

    List<DataVersion> read() {
        return load().versions();
    }

    /** The holder of the store's lock appends. */
    void append(DataVersion version) throws IOException {
        Loaded loaded = load();
        disk.writeAt(
                file, loaded.length(), (write(version) + "\n").getBytes(StandardCharsets.UTF_8));
        disk.sync(file);
        disk.syncFolder(folder);
    }

    private record Loaded(List<DataVersion> versions, long length) {}

    private Loaded load() {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException none) {
            return new Loaded(List.of(), 0);
        } catch (IOException e) {
            throw new DataException("cannot read " + file + ": " + e, e);
        }
        JsonLine json = new JsonLine(ReadLimits.defaults());
        List<DataVersion> versions = new ArrayList<>();
        int start = 0;
        for (int end = 0; end < bytes.length; end++) {
            if (bytes[end] == '\n') {
                try {
                    versions.add(read(json.parse(Arrays.copyOfRange(bytes, start, end))));
                } catch (JsonLine.Fault | DataException | SpecException | DateTimeException e) {
                    String why =
                            e instanceof JsonLine.Fault fault ? fault.reason() : e.getMessage();
                    throw new DataException(
                            file
                                    + " is damaged in line "
                                    + (versions.size() + 1)
                                    + ": "
                                    + why
                                    + "; restore it from a backup, or move the store away and push"
                                    + " anew",
                            e);
                }
                start = end + 1;
            }
        }
        return new Loaded(List.copyOf(versions), start);
    }

    private static String write(DataVersion version) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", version.name());
        node.put("sha256", version.sha256());
        node.put("bytes", version.bytes());
        node.put("at", version.at().toString());
        node.put("source", version.source());
        version.format().ifPresent(format -> node.put("format", format));
        node.put("rows", version.rows());
        version.enrichedFrom().ifPresent(parent -> node.put("enriched_from", parent));
        version.by().ifPresent(by -> node.put("by", by));
        if (version.readAs() != DataFormat.AUTO) {
            node.put("read_as", version.readAs().word());
        }
        if (!version.columns().isEmpty()) {
            ObjectNode columns = node.putObject("columns");
            version.columns().names().forEach((part, name) -> columns.put(part.word(), name));
        }
        return node.toString();
    }

    private static DataVersion read(ObjectNode node) throws JsonLine.Fault {
        return new DataVersion(
                Fields.text(node, "name"),
                Fields.text(node, "sha256"),
                whole(node, "bytes"),
                Instant.parse(Fields.text(node, "at")),
                Fields.text(node, "source"),
                Fields.optionalText(node, "format"),
                whole(node, "rows"),
                Fields.optionalText(node, "enriched_from"),
                Fields.optionalText(node, "by"),
                shape(Fields.optionalText(node, "read_as")),
                columns(node.path("columns")));
    }

    private static DataFormat shape(Optional<String> word) throws JsonLine.Fault {
        for (DataFormat shape : DataFormat.values()) {
            if (shape.word().equals(word.orElse(DataFormat.AUTO.word()))) {
                return shape;
            }
        }
        throw new JsonLine.Fault("`read_as` is no shape of rows");
    }

    private static Columns columns(JsonNode node) throws JsonLine.Fault {
        Map<Column, String> names = new EnumMap<>(Column.class);
        for (Map.Entry<String, JsonNode> one : node.properties()) {
            names.put(
                    Column.of(one.getKey())
                            .orElseThrow(
                                    () ->
                                            new JsonLine.Fault(
                                                    "`columns` names the unknown part "
                                                            + Words.quoted(one.getKey()))),
                    Fields.text("columns." + one.getKey(), one.getValue()));
        }
        return new Columns(names);
    }

    private static long whole(ObjectNode node, String key) throws JsonLine.Fault {
        JsonNode number = Fields.required(node, key);
        if (!number.isIntegralNumber()) {
            throw Fields.wrongType(key, "a whole number", number);
        }
        return number.longValue();
    }
}
