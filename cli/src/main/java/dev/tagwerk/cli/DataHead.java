package dev.tagwerk.cli;

import dev.tagwerk.data.DataFile;
import dev.tagwerk.data.ReadRows;
import dev.tagwerk.spec.DataFormat;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * The beginning of a data file: enough to tell its format and to see what is wrong with all of its
 * rows, without reading gigabytes.
 *
 * @param rows the rows read
 * @param whole whether these are all
 */
record DataHead(ReadRows rows, boolean whole) {
    private static final int BYTES = 1 << 19;
    private static final int LINES = 64;

    static DataHead read(Path file, DataFormat format) {
        try {
            boolean gzip = file.toString().endsWith(".gz");
            if (!gzip && Files.size(file) <= BYTES) {
                return new DataHead(DataFile.read(file, format), true);
            }
            Path part = Files.createTempFile("tagwerk-head-", ".jsonl");
            try {
                boolean whole;
                try (InputStream raw = new BufferedInputStream(Files.newInputStream(file));
                        InputStream in = gzip ? new GZIPInputStream(raw) : raw;
                        OutputStream out = Files.newOutputStream(part)) {
                    whole = copy(in, out);
                }
                return new DataHead(DataFile.read(part, format), whole);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Copies whole lines only; returns whether the input ended. */
    private static boolean copy(InputStream in, OutputStream out) throws IOException {
        byte[] bytes = in.readNBytes(BYTES);
        boolean whole = bytes.length < BYTES;
        int lines = 0;
        int end = whole ? bytes.length : 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                lines++;
                if (lines == LINES) {
                    whole = whole && i == bytes.length - 1;
                    end = i + 1;
                    break;
                }
                if (!whole) {
                    end = i + 1;
                }
            }
        }
        out.write(bytes, 0, end);
        return whole;
    }
}
