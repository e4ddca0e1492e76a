package dev.tagwerk.kniffel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The solver's values on disk: a magic word, the values of the reachable states in order of open
 * boxes and upper sum (64-bit, big-endian), and the SHA-256 of both. Written beside its place and
 * renamed, so that a reader never sees half a file.
 */
final class ValueFile {
    private static final byte[] MAGIC = "KNIFFEL1".getBytes(StandardCharsets.US_ASCII);
    private static final int DIGEST_BYTES = 32;

    private ValueFile() {}

    /** The values, or nothing where the file is missing, damaged or of another version. */
    static Optional<ValueTable> read(Path file) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            if (Files.size(file) != MAGIC.length + 8L * Reachable.states() + DIGEST_BYTES) {
                return Optional.empty();
            }
            byte[] bytes = Files.readAllBytes(file);
            int body = bytes.length - DIGEST_BYTES;
            boolean intact =
                    Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
                            && Arrays.equals(
                                    digest(bytes, body),
                                    Arrays.copyOfRange(bytes, body, bytes.length));
            return intact ? Optional.of(decode(bytes)) : Optional.empty();
        } catch (IOException failed) {
            throw new KniffelException(
                    "cannot read the values in " + file + "; delete the file to solve anew",
                    failed);
        }
    }

    static void write(Path file, ValueTable table) {
        ByteBuffer buffer =
                ByteBuffer.allocate(MAGIC.length + 8 * Reachable.states() + DIGEST_BYTES);
        buffer.put(MAGIC);
        for (int open = 0; open <= Card.ALL_BOXES; open++) {
            for (int upper = 0; upper <= Card.BONUS_FROM; upper++) {
                if (Reachable.upper(open, upper)) {
                    buffer.putDouble(table.get(open, upper));
                }
            }
        }
        buffer.put(digest(buffer.array(), buffer.position())).flip();
        Path absolute = file.toAbsolutePath();
        try {
            Path folder = absolute.getParent();
            if (folder == null) {
                throw new KniffelException("a file is needed for the values, not " + file);
            }
            Files.createDirectories(folder);
            Path part = Files.createTempFile(folder, ".kniffel-values-", ".tmp");
            try {
                try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
                    while (buffer.hasRemaining()) {
                        channel.write(buffer);
                    }
                    channel.force(true);
                }
                Files.move(
                        part,
                        absolute,
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException failed) {
            throw new KniffelException(
                    "cannot write the values to " + file + "; choose a folder that can be written",
                    failed);
        }
    }

    private static ValueTable decode(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, MAGIC.length, bytes.length - MAGIC.length);
        ValueTable table = new ValueTable();
        for (int open = 0; open <= Card.ALL_BOXES; open++) {
            for (int upper = 0; upper <= Card.BONUS_FROM; upper++) {
                if (Reachable.upper(open, upper)) {
                    table.set(open, upper, buffer.getDouble());
                }
            }
        }
        return table;
    }

    private static byte[] digest(byte[] bytes, int length) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update(bytes, 0, length);
            return sha256.digest();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
