package dev.tagwerk.hub;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How far each part of a half-fetched file has come, kept in a small file beside it: eight bytes of
 * magic, length, part length, then the bytes done of each part, all as big-endian longs. Written
 * after the bytes that it counts, so that it never says too much when the process is killed; should
 * the machine itself have failed, the digest at the end tells.
 *
 * <p>Thread-safe; each part has one writer at a time.
 */
final class PartState implements AutoCloseable {
    private static final long MAGIC = 0x5457504152545331L; // "TWPARTS1"
    private static final int HEAD = 3 * Long.BYTES;
    private static final int MAX_PARTS = 1 << 20;
    private static final long SAVE_EVERY = 1 << 20;

    private final FileChannel file;
    private final long size;
    private final AtomicLongArray done;
    private final AtomicLongArray saved;
    private final long partLength;

    private PartState(FileChannel file, long size, long partLength, long[] done) {
        this.file = file;
        this.size = size;
        this.partLength = partLength;
        this.done = new AtomicLongArray(done);
        this.saved = new AtomicLongArray(done);
    }

    /**
     * Goes on from a state that fits, or starts anew.
     *
     * @param data the half-fetched file; what it does not hold is not believed
     * @param partLength of new states; an old one keeps its own
     */
    static PartState open(Path path, Path data, long size, long partLength) throws IOException {
        FileChannel file =
                FileChannel.open(
                        path,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        try {
            long held = Files.exists(data) ? Files.size(data) : 0;
            long[] words = words(file);
            if (fits(words, size, held)) {
                return new PartState(
                        file, size, words[2], Arrays.copyOfRange(words, 3, words.length));
            }
            PartState fresh =
                    new PartState(file, size, partLength, new long[count(size, partLength)]);
            fresh.writeAll();
            return fresh;
        } catch (IOException | RuntimeException failure) {
            file.close();
            throw failure;
        }
    }

    /** How many bytes an earlier pull left; 0 when they are of no use. */
    static long left(Path path, Path data, long size) throws IOException {
        if (!Files.exists(path) || !Files.exists(data)) {
            return 0;
        }
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            long[] words = words(file);
            return fits(words, size, Files.size(data)) ? Arrays.stream(words).skip(3).sum() : 0;
        } catch (NoSuchFileException finished) {
            // another pull has just completed the file
            return 0;
        }
    }

    private static int count(long size, long partLength) {
        return Math.toIntExact((size + partLength - 1) / partLength);
    }

    private static long[] words(FileChannel file) throws IOException {
        long length = file.size();
        if (length < HEAD || length > HEAD + 8L * MAX_PARTS || length % 8 != 0) {
            return new long[0];
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) length);
        while (bytes.hasRemaining() && file.read(bytes, bytes.position()) >= 0) {
            // until the end
        }
        long[] words = new long[(int) length / 8];
        bytes.flip().asLongBuffer().get(words, 0, bytes.remaining() / 8);
        return words;
    }

    private static boolean fits(long[] words, long size, long held) {
        if (words.length < 3 || words[0] != MAGIC || words[1] != size || words[2] <= 0) {
            return false;
        }
        if ((size + words[2] - 1) / words[2] != words.length - 3) {
            return false;
        }
        for (int part = 0; part < words.length - 3; part++) {
            long start = part * words[2];
            long length = Math.min(words[2], size - start);
            long done = words[part + 3];
            if (done < 0 || done > length || (done > 0 && start + done > held)) {
                return false;
            }
        }
        return true;
    }

    private void writeAll() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(HEAD + 8 * done.length());
        bytes.putLong(MAGIC).putLong(size).putLong(partLength);
        for (int part = 0; part < done.length(); part++) {
            bytes.putLong(done.get(part));
        }
        bytes.flip();
        file.truncate(bytes.remaining());
        write(bytes, 0);
    }

    private void write(ByteBuffer bytes, long at) throws IOException {
        long start = at;
        while (bytes.hasRemaining()) {
            start += file.write(bytes, start);
        }
    }

    int parts() {
        return done.length();
    }

    long start(int part) {
        return part * partLength;
    }

    long length(int part) {
        return Math.min(partLength, size - start(part));
    }

    long done(int part) {
        return done.get(part);
    }

    long total() {
        long total = 0;
        for (int part = 0; part < done.length(); part++) {
            total += done.get(part);
        }
        return total;
    }

    /** Counts bytes that have been written to the file. */
    void advance(int part, long bytes) throws IOException {
        long now = done.addAndGet(part, bytes);
        if (now - saved.get(part) >= SAVE_EVERY) {
            save(part);
        }
    }

    void save(int part) throws IOException {
        long now = done.get(part);
        if (saved.getAndSet(part, now) != now) {
            write(ByteBuffer.allocate(8).putLong(now).flip(), HEAD + 8L * part);
        }
    }

    /** Forgets what is there. */
    void reset() throws IOException {
        for (int part = 0; part < done.length(); part++) {
            done.set(part, 0);
            saved.set(part, 0);
        }
        writeAll();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
