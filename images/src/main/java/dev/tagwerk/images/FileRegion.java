package dev.tagwerk.images;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Part of a file that can be read anywhere.
 *
 * @param channel stays the owner's, who closes it
 * @param offset where the part begins
 * @param length how long it is, or is said to be
 */
record FileRegion(FileChannel channel, long offset, long length) {
    FileRegion {
        if (offset < 0 || length < 0 || offset > Long.MAX_VALUE - length) {
            throw new IllegalArgumentException("region: negative, or past the end of numbers");
        }
    }

    /** Some bytes; fewer where the file ends. */
    byte[] part(long from, int count) throws IOException {
        try (InputStream in = new FileRegion(channel, offset + from, count).open()) {
            return in.readNBytes(count);
        }
    }

    InputStream open() {
        return new InputStream() {
            private long at;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int from, int count) throws IOException {
                if (count == 0) {
                    return 0;
                }
                int now = (int) Math.min(count, length - at);
                if (now <= 0) {
                    return -1;
                }
                int read = channel.read(ByteBuffer.wrap(into, from, now), offset + at);
                at += Math.max(0, read);
                return read;
            }
        };
    }
}
