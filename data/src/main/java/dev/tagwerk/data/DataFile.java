package dev.tagwerk.data;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.spec.DataFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads JSONL, plain or gzipped (told by the first bytes, never by the name), into rows.
 *
 * <p>A line that is wrong becomes a {@link BadRow} and reading goes on; a file that is wrong
 * (absent, damaged, beyond the limits) is a {@link DataException}.
 */
public final class DataFile {
    private final ReadLimits limits;
    private final JsonLine json;
    private final List<Row> rows = new ArrayList<>();
    private final List<BadRow> bad = new ArrayList<>();
    private final Map<String, Integer> ignored = new TreeMap<>();
    private DataFormat format;
    private int formatLine;

    private DataFile(DataFormat format, ReadLimits limits) {
        this.format = format;
        this.limits = limits;
        this.json = new JsonLine(limits);
    }

    /** Reads {@code file} within the {@linkplain ReadLimits#defaults default limits}. */
    public static ReadRows read(Path file, DataFormat format) {
        return read(file, format, ReadLimits.defaults());
    }

    /**
     * Reads {@code file}.
     *
     * @param format the format of every row; with {@code AUTO} the keys of the first row that tell
     *     one decide for the whole file, and rows in another format are bad
     */
    public static ReadRows read(Path file, DataFormat format, ReadLimits limits) {
        DataFile reading = new DataFile(format, limits);
        try (LineSource lines = LineSource.open(file, limits)) {
            reading.readAll(lines);
        }
        return new ReadRows(reading.format, reading.rows, reading.bad, reading.ignored);
    }

    private void readAll(LineSource lines) {
        for (LineSource.Line line = lines.next(); line != null; line = lines.next()) {
            try {
                read(line);
            } catch (JsonLine.Fault fault) {
                bad.add(new BadRow(line.number(), fault.reason()));
            }
            if (bad.size() >= limits.badRows()) {
                bad.add(
                        new BadRow(
                                line.number(),
                                "reading stopped here: more than "
                                        + Words.grouped(limits.badRows() - 1)
                                        + " bad lines; is this a JSONL file at all?"));
                return;
            }
        }
    }

    private void read(LineSource.Line line) throws JsonLine.Fault {
        if (line.tooLong()) {
            throw new JsonLine.Fault(
                    "is longer than " + Words.grouped(limits.lineBytes()) + " bytes");
        }
        byte[] bytes = line.number() == 1 ? withoutByteOrderMark(line.bytes()) : line.bytes();
        if (isBlank(bytes)) {
            return;
        }
        ObjectNode object = json.parse(bytes);
        Optional<DataFormat> found = Formats.of(object);
        settleFormat(line.number(), object, found);
        rows.add(RowReader.read(line.number(), format, object));
        countIgnored(object);
    }

    private void settleFormat(int line, ObjectNode object, Optional<DataFormat> found)
            throws JsonLine.Fault {
        if (found.isPresent()) {
            if (format == DataFormat.AUTO) {
                format = found.get();
                formatLine = line;
            }
            if (found.get() != format) {
                throw new JsonLine.Fault(
                        "is a "
                                + found.get().word()
                                + " row, but "
                                + (formatLine > 0
                                        ? "the file's first row (line " + formatLine + ") is "
                                        : "the format asked for is ")
                                + format.word()
                                + "; a file holds one format");
            }
            return;
        }
        Optional<String> foreign = Formats.foreign(object);
        if (foreign.isPresent()) {
            throw new JsonLine.Fault(
                    "is in the format "
                            + foreign.get()
                            + ", which this version does not read; it reads decision,"
                            + " prompt-completion and text rows");
        }
        if (format == DataFormat.AUTO) {
            throw new JsonLine.Fault(
                    "no known format has the keys "
                            + keys(object)
                            + "; a row needs `text`, or `prompt` and `completion`, or `kind`,"
                            + " `state`, `instructions`, `options` and `label`");
        }
    }

    private static String keys(ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(name -> names.add(Words.visible(name, 30)));
        return names.isEmpty()
                ? "(none)"
                : Words.listed(names.subList(0, Math.min(names.size(), 8)));
    }

    private void countIgnored(ObjectNode object) {
        for (Map.Entry<String, ?> field : object.properties()) {
            if (!RowReader.knownKeys(format).contains(field.getKey())) {
                String shown = Words.visible(field.getKey(), 60);
                // rows with ever new keys must not grow the table without bound
                if (ignored.containsKey(shown) || ignored.size() < 1_000) {
                    ignored.merge(shown, 1, Integer::sum);
                }
            }
        }
    }

    private static byte[] withoutByteOrderMark(byte[] line) {
        boolean mark =
                line.length >= 3
                        && line[0] == (byte) 0xEF
                        && line[1] == (byte) 0xBB
                        && line[2] == (byte) 0xBF;
        return mark ? java.util.Arrays.copyOfRange(line, 3, line.length) : line;
    }

    private static boolean isBlank(byte[] line) {
        for (byte b : line) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }
}
