package dev.tagwerk.images;

import java.io.IOException;
import java.io.InputStream;

/** A stream as a tar's input: what is skipped is read and dropped. */
final class StreamInput implements TarInput {
    private final InputStream in;
    private final byte[] buffer = new byte[256 << 10];
    private int next;
    private int end;
    private long passed;

    StreamInput(InputStream in) {
        this.in = in;
    }

    private boolean fill() throws IOException {
        next = 0;
        end = Math.max(0, in.read(buffer, 0, buffer.length));
        return end > 0;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int done = 0;
        while (done < length && (next < end || fill())) {
            int now = Math.min(length - done, end - next);
            System.arraycopy(buffer, next, into, offset + done, now);
            next += now;
            done += now;
        }
        passed += done;
        return done;
    }

    @Override
    public long skip(long bytes) throws IOException {
        long done = 0;
        while (done < bytes && (next < end || fill())) {
            int now = (int) Math.min(bytes - done, end - next);
            next += now;
            done += now;
        }
        passed += done;
        return done;
    }

    @Override
    public long position() {
        return passed;
    }
}
