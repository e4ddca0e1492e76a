package dev.tagwerk.images;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Gzip as RFC 1952 has it, members one after the other. The JDK's own stream asks {@code
 * available()} whether a member follows, which over a network means nothing; this one asks the
 * data.
 */
final class GunzipStream extends InputStream {
    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] buffer = new byte[128 << 10];
    private final byte[] one = new byte[1];

    /** The unread part of the buffer while no member is being inflated. */
    private int next;

    private int end;
    private boolean inMember;
    private boolean ended;
    private boolean first = true;

    GunzipStream(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!ended) {
            if (!inMember && !begin()) {
                ended = true;
                break;
            }
            int inflated = inflate(into, offset, length);
            if (inflated > 0) {
                return inflated;
            }
        }
        return -1;
    }

    /** Inflates into the span; nought when the member has ended. */
    private int inflate(byte[] into, int offset, int length) throws IOException {
        try {
            while (true) {
                int inflated = inflater.inflate(into, offset, length);
                if (inflated > 0) {
                    crc.update(into, offset, inflated);
                    return inflated;
                }
                if (inflater.finished()) {
                    next = end - inflater.getRemaining();
                    trailer();
                    inMember = false;
                    return 0;
                }
                if (inflater.needsDictionary()) {
                    throw new ZipException("it wants a dictionary");
                }
                fill();
                inflater.setInput(buffer, 0, end);
            }
        } catch (DataFormatException damaged) {
            String message = damaged.getMessage();
            throw new ZipException(message == null ? "damaged" : message);
        }
    }

    /** Reads a member's header; false where none follows. */
    private boolean begin() throws IOException {
        if (next == end) {
            next = 0;
            end = Math.max(0, in.read(buffer, 0, buffer.length));
            if (end == 0) {
                if (first) {
                    throw new EOFException("it is empty");
                }
                return false;
            }
        }
        if (!first && (buffer[next] & 0xff) != 0x1f) {
            padding();
            return false;
        }
        first = false;
        if (octet() != 0x1f || octet() != 0x8b || octet() != 8) {
            throw new ZipException("a member's header is none");
        }
        int flags = octet();
        pass(6); // time, extra flags, system
        if ((flags & 4) != 0) {
            pass(octet() | octet() << 8);
        }
        if ((flags & 8) != 0) {
            text();
        }
        if ((flags & 16) != 0) {
            text();
        }
        if ((flags & 2) != 0) {
            pass(2);
        }
        inflater.reset();
        inflater.setInput(buffer, next, end - next);
        crc.reset();
        inMember = true;
        return true;
    }

    /**
     * After the last member: gzip ignores what follows with a warning; zeros are usual, from tapes.
     */
    private void padding() throws IOException {
        while (in.read(buffer, 0, buffer.length) >= 0) {
            // counted and hashed by whoever is below
        }
        next = 0;
        end = 0;
    }

    private void trailer() throws IOException {
        long check = octet() | octet() << 8 | octet() << 16 | (long) octet() << 24;
        long size = octet() | octet() << 8 | octet() << 16 | (long) octet() << 24;
        if (check != crc.getValue() || size != (inflater.getBytesWritten() & 0xffffffffL)) {
            throw new ZipException("its check sum is wrong");
        }
    }

    private void text() throws IOException {
        for (int i = 0; i < 1 << 16; i++) {
            if (octet() == 0) {
                return;
            }
        }
        throw new ZipException("a name without an end");
    }

    private void pass(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            octet();
        }
    }

    private int octet() throws IOException {
        if (next == end) {
            fill();
        }
        return buffer[next++] & 0xff;
    }

    private void fill() throws IOException {
        next = 0;
        end = Math.max(0, in.read(buffer, 0, buffer.length));
        if (end == 0) {
            throw new EOFException("it ends too early");
        }
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
