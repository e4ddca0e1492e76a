package dev.tagwerk.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Where each record of a CSV file begins, and the header. DuckDB takes records apart and tells
 * their place in bytes only; a problem without its line is hard to find.
 */
final class CsvLines {
    private static final int LONGEST_HEADER = 1 << 20;

    private int[] lines = new int[1024];
    private long[] bytes = new long[1024];
    private int records;
    private boolean blanksCount;
    private byte[] header = new byte[256];
    private int headerLength;

    private CsvLines() {}

    /** Reads the file to its end, within the limits of {@code bytes}. */
    static CsvLines of(ByteSource bytes) {
        CsvLines lines = new CsvLines();
        lines.scan(bytes);
        if (lines.records == 0) {
            throw new DataException(bytes.file() + " is empty: it has not even a header");
        }
        return lines;
    }

    private void scan(ByteSource bytes) {
        byte[] chunk = new byte[64 << 10];
        int line = 1;
        boolean quoted = false;
        boolean begun = false;
        byte before = 0;
        long read = 0;
        for (int length = bytes.read(chunk, ""); length > 0; length = bytes.read(chunk, "")) {
            for (int i = 0; i < length; i++) {
                byte c = chunk[i];
                if (c == '\n' || c == '\r') {
                    // a carriage return ends a line; the line feed behind it does not end another
                    boolean second = c == '\n' && before == '\r';
                    if (!second && !begun && blanksCount) {
                        add(-line, read + i);
                    }
                    line += second ? 0 : 1;
                    begun &= quoted;
                    if (records == 1 && !begun) {
                        // where there is one column, a blank line is a record to DuckDB
                        blanksCount = header().names().size() == 1;
                    }
                } else {
                    if (!begun) {
                        begun = true;
                        add(line, read + i);
                    }
                    quoted ^= c == '"';
                }
                if (records == 1 && begun) {
                    keep(c, bytes);
                }
                before = c;
            }
            read += length;
        }
    }

    private void add(int line, long at) {
        if (records == lines.length) {
            lines = Arrays.copyOf(lines, records * 2);
            bytes = Arrays.copyOf(bytes, records * 2);
        }
        lines[records] = line;
        bytes[records++] = at;
    }

    private void keep(byte c, ByteSource bytes) {
        if (headerLength == LONGEST_HEADER) {
            throw new DataException(
                    bytes.file() + " has a header of more than 1 MiB; is this a CSV file at all?");
        }
        if (headerLength == header.length) {
            header = Arrays.copyOf(header, headerLength * 2);
        }
        header[headerLength++] = c;
    }

    CsvHeader header() {
        byte[] kept = Arrays.copyOf(header, headerLength);
        int mark = Container.markLength(kept);
        String text =
                new String(kept, mark, kept.length - mark, StandardCharsets.UTF_8).stripTrailing();
        return CsvHeader.of(text);
    }

    /** Blank lines before the header. */
    int blankBeforeHeader() {
        return lines[0] - 1;
    }

    /** Records behind the header. */
    int rows() {
        return records - 1;
    }

    /** The line on which a record begins; record 0 is the first behind the header. */
    int line(int row) {
        return Math.abs(lines[row + 1]);
    }

    /** Whether a record is a blank line, which is no row. */
    boolean blank(int row) {
        return lines[row + 1] < 0;
    }

    /** The first record that begins at a byte or behind it; {@link #rows} when there is none. */
    int firstFrom(long at) {
        int found = Arrays.binarySearch(bytes, 1, records, at);
        return (found < 0 ? -found - 1 : found) - 1;
    }
}
