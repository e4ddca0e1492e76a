package dev.tagwerk.hub;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * What a file's bytes must hash to; its hexadecimal text is also the hub's etag and the name in
 * {@code blobs/}.
 *
 * @param hex 64 digits of SHA-256 for large files (LFS, Xet), 40 of git's blob SHA-1 for small ones
 */
record Digest(String hex) {
    private static final Pattern SHAPE = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
    private static final int BUFFER = 1 << 20;

    Digest {
        if (!isOne(hex)) {
            throw new HubException(
                    "the hub names '" + Shown.text(hex) + "' as a file's digest.",
                    "it is neither a SHA-256 nor git's SHA-1.",
                    "check HF_ENDPOINT");
        }
    }

    static boolean isOne(String hex) {
        return SHAPE.matcher(hex).matches();
    }

    /** The digest of the same kind that a file really has. */
    Digest of(Path file, Cancellation cancellation) throws IOException {
        MessageDigest algorithm = algorithm();
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (hex.length() == 40) {
                // git's object format: a header before the content
                String header = "blob " + channel.size() + "\0";
                algorithm.update(header.getBytes(StandardCharsets.US_ASCII));
            }
            while (channel.read(buffer) >= 0) {
                cancellation.check();
                algorithm.update(buffer.flip());
                buffer.clear();
            }
        }
        return new Digest(HexFormat.of().formatHex(algorithm.digest()));
    }

    private MessageDigest algorithm() {
        try {
            return MessageDigest.getInstance(hex.length() == 40 ? "SHA-1" : "SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java runtime has both", impossible);
        }
    }

    @Override
    public String toString() {
        return hex;
    }
}
