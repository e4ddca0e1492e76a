package dev.tagwerk.images;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/** Zstandard in Java alone; what is damaged ends like a damaged gzip stream. */
final class ZstdStream extends InputStream {
    private final InputStream in;

    ZstdStream(InputStream in) {
        this.in = new ZstdInputStream(new ZstdFrames(new BufferedInputStream(in, 128 << 10)));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        try {
            return in.read(into, offset, length);
        } catch (MalformedInputException | IndexOutOfBoundsException | IllegalStateException bad) {
            throw new ZipException(String.valueOf(bad.getMessage()));
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
