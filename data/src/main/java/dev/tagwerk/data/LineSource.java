package dev.tagwerk.data;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** The lines of a file as bytes, decompressed when the file starts like gzip, within bounds. */
final class LineSource implements AutoCloseable {
    private static final int RATIO_JUDGED_FROM = 16 << 20;

    /** One line without its line end; {@code tooLong} lines come without bytes. */
    record Line(int number, byte[] bytes, boolean tooLong) {}

    private final Path file;
    private final ReadLimits limits;
    private final Counting compressed;
    private final InputStream in;
    private final boolean gzip;
    private byte[] buffer = new byte[8192];
    private final byte[] chunk = new byte[64 << 10];
    private int chunkAt;
    private int chunkEnd;
    private long total;
    private int number;
    private boolean ended;

    private LineSource(Path file, ReadLimits limits, Counting compressed, boolean gzip)
            throws IOException {
        this.file = file;
        this.limits = limits;
        this.compressed = compressed;
        this.gzip = gzip;
        this.in = gzip ? new GZIPInputStream(compressed, 64 << 10) : compressed;
    }

    static LineSource open(Path file, ReadLimits limits) {
        if (Files.isDirectory(file)) {
            throw new DataException(
                    "cannot read " + file + ": it is a folder; name the JSONL file inside it");
        }
        InputStream raw;
        try {
            raw = Files.newInputStream(file);
        } catch (NoSuchFileException e) {
            throw new DataException(
                    "cannot read " + file + ": there is no such file; check the path", e);
        } catch (IOException e) {
            throw new DataException(
                    "cannot read " + file + ": " + e + "; check its permissions", e);
        }
        try {
            BufferedInputStream start = new BufferedInputStream(raw, 64 << 10);
            start.mark(2);
            boolean gzip = start.read() == 0x1f && start.read() == 0x8b;
            start.reset();
            return new LineSource(file, limits, new Counting(start), gzip);
        } catch (IOException e) {
            try (raw) {
                throw new DataException(
                        "cannot read " + file + ": " + reason(e) + "; make the file anew", e);
            } catch (IOException onClose) {
                throw new DataException("cannot read " + file + ": " + onClose, onClose);
            }
        }
    }

    /** The next line, or {@code null} at the end. */
    @org.jspecify.annotations.Nullable
    Line next() {
        if (ended) {
            return null;
        }
        int length = 0;
        boolean tooLong = false;
        boolean any = false;
        while (true) {
            if (chunkAt == chunkEnd && !fill()) {
                ended = true;
                if (!any) {
                    return null;
                }
                break;
            }
            any = true;
            int end = chunkAt;
            while (end < chunkEnd && chunk[end] != '\n') {
                end++;
            }
            int count = end - chunkAt;
            // one byte more than the limit is let in for a carriage return
            if (length + count > limits.lineBytes() + 1L) {
                tooLong = true;
                length = 0;
            } else if (!tooLong) {
                append(length, count);
                length += count;
            }
            boolean lineEnd = end < chunkEnd;
            chunkAt = lineEnd ? end + 1 : end;
            if (lineEnd) {
                break;
            }
        }
        number++;
        if (!tooLong && length > 0 && buffer[length - 1] == '\r') {
            length--;
        }
        if (length > limits.lineBytes()) {
            tooLong = true;
        }
        return new Line(number, tooLong ? new byte[0] : Arrays.copyOf(buffer, length), tooLong);
    }

    private void append(int length, int count) {
        if (length + count > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(length + count, buffer.length * 2));
        }
        System.arraycopy(chunk, chunkAt, buffer, length, count);
    }

    private boolean fill() {
        try {
            int read = in.read(chunk);
            if (read <= 0) {
                return false;
            }
            chunkAt = 0;
            chunkEnd = read;
            total += read;
        } catch (IOException e) {
            throw new DataException(
                    file + ", after line " + number + ": " + reason(e) + "; make the file anew", e);
        }
        if (total > limits.totalBytes()) {
            throw new DataException(
                    file
                            + " is larger than "
                            + Words.grouped(limits.totalBytes())
                            + " bytes"
                            + (gzip ? " when decompressed" : "")
                            + "; split it into smaller files");
        }
        if (gzip
                && total > RATIO_JUDGED_FROM
                && total / Math.max(1, compressed.count) > limits.ratio()) {
            throw new DataException(
                    file
                            + " grows by more than a factor of "
                            + limits.ratio()
                            + " when decompressed, which no data set does; decompress it yourself"
                            + " and look at it");
        }
        return true;
    }

    private static String reason(IOException e) {
        if (e instanceof EOFException) {
            return "the gzip data ends too early (a torn download or copy)";
        }
        if (e instanceof ZipException) {
            return "the gzip data is damaged (" + e.getMessage() + ")";
        }
        return e.toString();
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw new DataException("cannot close " + file + ": " + e, e);
        }
    }

    private static final class Counting extends FilterInputStream {
        private long count;

        Counting(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            if (read >= 0) {
                count++;
            }
            return read;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read = super.read(bytes, from, length);
            if (read > 0) {
                count += read;
            }
            return read;
        }
    }
}
