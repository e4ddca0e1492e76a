package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rows of a file, one after the other, checked. Not thread-safe. */
final class RowStream implements AutoCloseable {
    /** What became of one row of the file. */
    sealed interface Item {}

    record Good(Row row) implements Item {}

    record Bad(BadRow row) implements Item {}

    private final Path file;
    private final ReadLimits limits;
    private final RowSource source;
    private final Mapping mapping;
    private final Ignored ignored = new Ignored();
    private final RowReader reader;
    private DataFormat format;
    private String formatFrom = "";
    private int delivered;
    private int bad;
    private boolean over;

    private RowStream(
            Path file, Mapping mapping, Columns columns, ReadLimits limits, RowSource source) {
        this.file = file;
        this.limits = limits;
        this.source = source;
        this.mapping = mapping;
        this.format = mapping.format();
        this.reader = new RowReader(columns, ignored);
    }

    /**
     * Opens a file; its container is told by its first bytes.
     *
     * @param format the shape of every row; with {@code AUTO} the columns, or else the keys of the
     *     first row that tell one decide for the whole file, and rows of another shape are bad
     */
    static RowStream open(Path file, DataFormat format, Columns columns, ReadLimits limits) {
        Mapping mapping = new Mapping(columns, format);
        return new RowStream(file, mapping, columns, limits, source(file, mapping, limits));
    }

    private static RowSource source(Path file, Mapping mapping, ReadLimits limits) {
        ByteSource bytes = ByteSource.open(file, limits);
        try {
            return switch (Container.of(bytes, mapping.files())) {
                case LINES -> new LineRows(bytes, limits);
                case LIST -> new ListRows(bytes, limits);
                case CSV -> TableRows.csv(bytes, limits, mapping);
                case PARQUET -> {
                    bytes.close();
                    yield TableRows.parquet(file, limits, mapping);
                }
            };
        } catch (DataException e) {
            bytes.close();
            throw e;
        }
    }

    /** The next row, or nothing at the end. */
    Optional<Item> next() {
        if (over || !source.next()) {
            if (!over) {
                over = true;
                mapping.requireSeen(file);
            }
            return Optional.empty();
        }
        if (bad >= limits.badRows()) {
            over = true;
            return Optional.of(
                    new Bad(
                            new BadRow(
                                    source.number(),
                                    "reading stopped here: more than "
                                            + Words.grouped(limits.badRows() - 1)
                                            + " bad "
                                            + source.numbering().word()
                                            + "s; is this a data file at all?")));
        }
        ignored.nextRow(source.number());
        delivered++;
        try {
            return Optional.of(new Good(read(source.row())));
        } catch (JsonLine.Fault fault) {
            bad++;
            return Optional.of(new Bad(new BadRow(source.number(), fault.reason())));
        }
    }

    private Row read(ObjectNode object) throws JsonLine.Fault {
        ObjectNode row = source.typed(mapping.apply(object));
        Optional<DataFormat> found = Formats.of(row);
        settleFormat(row, found);
        Row read = reader.read(source.number(), format, row);
        for (Map.Entry<String, JsonNode> field : row.properties()) {
            if (!field.getValue().isNull() && !Formats.known(format).contains(field.getKey())) {
                ignored.add(field.getKey(), field.getValue());
            }
        }
        return read;
    }

    private void settleFormat(ObjectNode row, Optional<DataFormat> found) throws JsonLine.Fault {
        if (format == DataFormat.AUTO) {
            if (found.isEmpty()) {
                throw new JsonLine.Fault(unknown(row));
            }
            format = found.get();
            formatFrom =
                    "the file's first row ("
                            + source.numbering().at(source.number())
                            + ") is "
                            + format.word();
        } else if (found.isEmpty() && !formatFrom.isEmpty() && Formats.foreign(row).isPresent()) {
            throw new JsonLine.Fault(unknown(row));
        } else if (found.isPresent()
                && found.get() != format
                && !row.has(Formats.essential(format))) {
            throw new JsonLine.Fault(
                    (found.get() == DataFormat.ALPACA ? "is an " : "is a ")
                            + found.get().word()
                            + " row, but "
                            + (formatFrom.isEmpty()
                                    ? "the format asked for is " + format.word()
                                    : formatFrom)
                            + "; a file holds one format: part it in two");
        }
    }

    private static String unknown(ObjectNode row) {
        Optional<String> foreign = Formats.foreign(row);
        if (foreign.isPresent()) {
            return "is in the format "
                    + foreign.get()
                    + ", which this version does not read; it reads decision, messages,"
                    + " prompt-completion, text, alpaca and sharegpt rows";
        }
        Optional<String> list = listOfRows(row);
        if (list.isPresent()) {
            return "is no row, but holds a list of them under "
                    + Words.listed(list.stream().toList())
                    + "; take it out: jq -c '."
                    + list.get()
                    + "[]' FILE > rows.jsonl";
        }
        return "no known format has the keys "
                + keys(row)
                + "; a row needs `messages`, or `prompt` and `completion`, or `text`, or"
                + " `instruction` and `output`, or `conversations`, or `kind`, `state`,"
                + " `instructions`, `options` and `label`; other names can be mapped with"
                + " data.columns";
    }

    /** The only key that holds a list of objects, as in {@code {"data": [{…}, …]}}. */
    private static Optional<String> listOfRows(ObjectNode row) {
        List<String> lists = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : row.properties()) {
            boolean rows = field.getValue().isArray() && field.getValue().path(0).isObject();
            if (rows && field.getKey().matches("[A-Za-z_][A-Za-z0-9_]{0,40}")) {
                lists.add(field.getKey());
            }
        }
        return lists.size() == 1 ? Optional.of(lists.getFirst()) : Optional.empty();
    }

    private static String keys(ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(name -> names.add(Words.visible(name, 30)));
        return names.isEmpty()
                ? "(none)"
                : Words.listed(names.subList(0, Math.min(names.size(), 8)));
    }

    /** The shape given or found; {@code AUTO} as long as no row told it. */
    DataFormat format() {
        return format;
    }

    Numbering numbering() {
        return source.numbering();
    }

    /** Keys that no part of the shape knows, with the number of rows so far that carry them. */
    Map<String, Integer> ignoredKeys() {
        Ignored all = new Ignored();
        ignored.counts().forEach(all::add);
        if (delivered > 0) {
            source.unreadColumns().forEach(column -> all.add(column, delivered));
        }
        return all.counts();
    }

    /** The rows so far that speak of tools. */
    ToolRows tools() {
        return ignored.toolRows();
    }

    @Override
    public void close() {
        source.close();
    }
}
