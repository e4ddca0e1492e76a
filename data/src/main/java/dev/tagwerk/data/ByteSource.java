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
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** The bytes of a file, decompressed when it starts like gzip, within bounds. */
final class ByteSource implements AutoCloseable {
    private static final int RATIO_JUDGED_FROM = 16 << 20;
    private static final int CHUNK = 64 << 10;

    private final Path file;
    private final ReadLimits limits;
    private final Counting compressed;
    private final InputStream in;
    private final boolean gzip;
    private byte[] head = new byte[0];
    private boolean headGiven = true;
    private Optional<IOException> damage = Optional.empty();
    private long total;

    private ByteSource(Path file, ReadLimits limits, Counting compressed, boolean gzip)
            throws IOException {
        this.file = file;
        this.limits = limits;
        this.compressed = compressed;
        this.gzip = gzip;
        this.in = gzip ? new GZIPInputStream(compressed, CHUNK) : compressed;
    }

    static ByteSource open(Path file, ReadLimits limits) {
        if (Files.isDirectory(file)) {
            throw new DataException(
                    "cannot read " + file + ": it is a folder; name the data file inside it");
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
            BufferedInputStream start = new BufferedInputStream(raw, CHUNK);
            start.mark(2);
            boolean gzip = start.read() == 0x1f && start.read() == 0x8b;
            start.reset();
            return new ByteSource(file, limits, new Counting(start), gzip);
        } catch (IOException e) {
            try (raw) {
                throw new DataException(
                        "cannot read " + file + ": " + reason(e) + "; make the file anew", e);
            } catch (IOException onClose) {
                throw new DataException("cannot read " + file + ": " + onClose, onClose);
            }
        }
    }

    Path file() {
        return file;
    }

    boolean gzip() {
        return gzip;
    }

    /** The first bytes, at most 64 KiB; they are still to be read. */
    byte[] head() {
        if (head.length == 0 && total == 0) {
            byte[] first = new byte[CHUNK];
            int length = 0;
            try {
                for (int read = in.read(first); read > 0 && length < first.length; ) {
                    length += read;
                    read = in.read(first, length, first.length - length);
                }
            } catch (IOException e) {
                damage = Optional.of(e); // told when the reader comes to it, with the place
            }
            total = length;
            checkTotal();
            head = Arrays.copyOf(first, length);
            headGiven = false;
        }
        return head;
    }

    /**
     * Fills {@code chunk}, of 64 KiB, from its start; returns how many bytes, 0 at the end.
     *
     * @param where what was read so far, for messages: {@code ", after line 7"}
     */
    int read(byte[] chunk, String where) {
        if (!headGiven) {
            headGiven = true;
            System.arraycopy(head, 0, chunk, 0, head.length);
            if (head.length > 0) {
                return head.length;
            }
        }
        int read;
        try {
            if (damage.isPresent()) {
                throw damage.get();
            }
            read = in.read(chunk);
        } catch (IOException e) {
            throw new DataException(file + where + ": " + reason(e) + "; make the file anew", e);
        }
        if (read <= 0) {
            return 0;
        }
        total += read;
        checkTotal();
        return read;
    }

    private void checkTotal() {
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
