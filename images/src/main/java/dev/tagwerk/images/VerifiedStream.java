package dev.tagwerk.images;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A blob on its way in: counted, hashed, and compared with what it should be at the end. */
final class VerifiedStream extends InputStream {
    private final InputStream in;
    private final Optional<Digest> digest;
    private final long size;
    private final String place;
    private final @Nullable MessageDigest hash;
    private final byte[] one = new byte[1];
    private long count;

    /**
     * @param digest what the bytes must hash to; empty where that is checked elsewhere
     * @param size how many there must be; negative when that is not known
     */
    VerifiedStream(InputStream in, Optional<Digest> digest, long size, String place) {
        this.in = in;
        this.digest = digest;
        this.size = size;
        this.place = place;
        this.hash = digest.map(Digest::computation).orElse(null);
    }

    /** Bytes so far. */
    long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = in.read(into, offset, length);
        if (read > 0) {
            if (hash != null) {
                hash.update(into, offset, read);
            }
            count += read;
            if (size >= 0 && count > size) {
                throw new ImageException(
                        place,
                        "it is longer than the " + size + " bytes stated for it",
                        "fetch or save the image again");
            }
        }
        return read;
    }

    /** Reads what is left and compares length and digest. */
    void finish(byte[] buffer) throws IOException {
        while (read(buffer, 0, buffer.length) >= 0) {
            // the hash sees it
        }
        if (size >= 0 && count != size) {
            throw new ImageException(
                    place,
                    "it has " + count + " bytes instead of " + size,
                    "fetch or save the image again");
        }
        if (hash != null && !digest.orElseThrow().equalsBytes(hash.digest())) {
            throw new ImageException(
                    place,
                    "its content is not what its digest names: it is damaged or tampered with",
                    "fetch or save the image again, and do not run this one");
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
