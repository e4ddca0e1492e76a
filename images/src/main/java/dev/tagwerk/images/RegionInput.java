package dev.tagwerk.images;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Part of a file; what is skipped is not read. */
final class RegionInput implements TarInput {
    /** Holds a header and, with it, a small file and the next header. */
    private static final int BUFFER = 8 << 10;

    private final FileRegion region;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);

    /** Where in the region the buffer's limit stands. */
    private long filled;

    RegionInput(FileRegion region) {
        this.region = region;
        buffer.limit(0);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            if (!buffer.hasRemaining() && !fill()) {
                break;
            }
            int now = Math.min(length - done, buffer.remaining());
            buffer.get(into, offset + done, now);
            done += now;
        }
        return done;
    }

    private boolean fill() throws IOException {
        long left = region.length() - filled;
        if (left <= 0) {
            return false;
        }
        buffer.clear().limit((int) Math.min(BUFFER, left));
        int read = region.channel().read(buffer, region.offset() + filled);
        buffer.flip();
        filled += Math.max(0, read);
        return read > 0;
    }

    @Override
    public long skip(long bytes) throws IOException {
        long buffered = Math.min(bytes, buffer.remaining());
        buffer.position(buffer.position() + (int) buffered);
        if (buffered == bytes) {
            return bytes;
        }
        // The file may be shorter than it is said to be: only bytes that are there count.
        long there = Math.min(region.length(), region.channel().size() - region.offset());
        long jump = Math.clamp(bytes - buffered, 0, Math.max(0, there - filled));
        filled += jump;
        buffer.position(0).limit(0);
        return buffered + jump;
    }

    @Override
    public long position() {
        return filled - buffer.remaining();
    }
}
