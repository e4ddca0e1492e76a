package dev.tagwerk.images;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/**
 * The frames of a zstd stream (RFC 8878), on their way to a decoder that knows frames with data
 * only: skippable ones, in which zstd:chunked keeps its books, are left out. A frame's window is
 * looked at first, since a decoder must hold it in memory.
 */
final class ZstdFrames extends InputStream {
    /** What `zstd -19` and every builder of images stay below; `--long` and `--ultra` may not. */
    static final long WINDOW = 32L << 20;

    /** The largest window that the decoder takes under this name. */
    private static final long DECODED = 8L << 20;

    private static final int BLOCK = 128 << 10;

    private final InputStream in;
    private final byte[] head = new byte[18];
    private int headNext;
    private int headEnd;
    private int body;
    private boolean inFrame;
    private boolean lastBlock;
    private boolean checksum;

    ZstdFrames(InputStream in) {
        this.in = in;
    }

    /** A frame that cannot be unpacked in the memory that is meant for it. */
    static final class WindowException extends IOException {
        private static final long serialVersionUID = 1L;

        WindowException(long window) {
            super("its window is of " + window + " bytes");
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (headNext == headEnd && body == 0) {
            if (!advance()) {
                return -1;
            }
        }
        if (headNext < headEnd) {
            int now = Math.min(length, headEnd - headNext);
            System.arraycopy(head, headNext, into, offset, now);
            headNext += now;
            return now;
        }
        int read = in.read(into, offset, Math.min(length, body));
        if (read < 0) {
            throw new EOFException("it ends in the middle of a block");
        }
        body -= read;
        return read;
    }

    /** The next piece: a frame's header, a block, or a check sum; false at the end. */
    private boolean advance() throws IOException {
        headNext = 0;
        headEnd = 0;
        if (!inFrame) {
            return frame();
        }
        if (lastBlock) {
            inFrame = false;
            body = checksum ? 4 : 0;
            return true;
        }
        long block = take(3);
        lastBlock = (block & 1) != 0;
        int type = (int) (block >> 1 & 3);
        int size = (int) (block >> 3);
        if (type == 3 || size > BLOCK) {
            throw new ZipException("a block of a kind or size that does not exist");
        }
        body = type == 1 ? 1 : size; // a run is one byte, however long it gets
        return true;
    }

    private boolean frame() throws IOException {
        int first = in.read();
        if (first < 0) {
            return false;
        }
        head[headEnd++] = (byte) first;
        long magic = first | take(3) << 8;
        if ((magic & 0xfffffff0L) == 0x184d2a50L) {
            in.skipNBytes(take(4));
            headEnd = 0;
            return true;
        }
        if (magic != 0xfd2fb528L) {
            throw new ZipException("a frame's header is none");
        }
        int flags = (int) take(1);
        boolean single = (flags & 0x20) != 0;
        checksum = (flags & 4) != 0;
        long window = 0;
        if (!single) {
            int described = (int) take(1);
            long base = 1L << 10 + (described >> 3);
            window = base + base / 8 * (described & 7);
        }
        take(new int[] {0, 1, 2, 4}[flags & 3]);
        int sizeLength = new int[] {single ? 1 : 0, 2, 4, 8}[flags >> 6];
        long size = take(sizeLength) + (sizeLength == 2 ? 256 : 0);
        if (single) {
            window = size < 0 ? Long.MAX_VALUE : size;
        }
        if (window > WINDOW) {
            throw new WindowException(window);
        }
        if (!single && window > DECODED) {
            restate(flags, sizeLength == 0 ? window : Math.min(window, size));
        }
        inFrame = true;
        lastBlock = false;
        return true;
    }

    /**
     * The decoder refuses windows that it says itself it could hold; content that is known to be as
     * large it keeps whole, which is the same memory.
     */
    private void restate(int flags, long window) {
        int dictionary = new int[] {0, 1, 2, 4}[flags & 3];
        head[4] = (byte) (0xe0 | flags & 7);
        System.arraycopy(head, 6, head, 5, dictionary); // the window's descriptor goes
        headEnd = 5 + dictionary;
        for (int i = 0; i < 8; i++) {
            head[headEnd++] = (byte) (window >> 8 * i);
        }
    }

    /** A number of so many bytes, which goes on to the decoder, too. */
    private long take(int count) throws IOException {
        long value = 0;
        for (int i = 0; i < count; i++) {
            int one = in.read();
            if (one < 0) {
                throw new EOFException("it ends too early");
            }
            head[headEnd++] = (byte) one;
            value |= (long) one << 8 * i;
        }
        return value;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
