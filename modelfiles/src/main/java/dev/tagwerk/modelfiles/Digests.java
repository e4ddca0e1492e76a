package dev.tagwerk.modelfiles;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of files and bytes, in hexadecimal. */
final class Digests {
    private static final int BUFFER = 1 << 20;

    private Digests() {}

    static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(algorithm().digest(bytes));
    }

    static String sha256(Path file) {
        MessageDigest digest = algorithm();
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (channel.read(buffer) >= 0) {
                digest.update(buffer.flip());
                buffer.clear();
            }
        } catch (IOException e) {
            throw ModelFilesException.of(
                    file, "cannot be read: " + e, "check that it is readable for you", e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest algorithm() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
