package dev.tagwerk.images;

import java.io.IOException;
import java.io.InputStream;

/**
 * A layer's tar on its way out of its compression: counted, and stopped when it grows past bounds.
 */
final class UnpackedStream extends InputStream {
    private final InputStream in;
    private final VerifiedStream stored;
    private final Budget budget;
    private final String place;
    private final byte[] one = new byte[1];
    private long count;

    UnpackedStream(InputStream in, VerifiedStream stored, Budget budget, String place) {
        this.in = in;
        this.stored = stored;
        this.budget = budget;
        this.place = place;
    }

    @Override
    public int read() throws IOException {
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = in.read(into, offset, length);
        if (read > 0) {
            count += read;
            budget.checkExpansion(place, stored.count(), count);
            budget.checkTime(place);
        }
        return read;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
