package dev.tagwerk.engine;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** The TFRecord framing: length, its masked CRC32C, the data, its masked CRC32C; little-endian. */
final class RecordWriter {
    private static final int MASK_DELTA = 0xa282ead8;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    void add(byte[] data) {
        byte[] length = buffer(8).putLong(data.length).array();
        out.writeBytes(length);
        out.writeBytes(buffer(4).putInt(maskedChecksum(length)).array());
        out.writeBytes(data);
        out.writeBytes(buffer(4).putInt(maskedChecksum(data)).array());
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Masked, because a checksum of data that holds its own checksum says little. */
    static int maskedChecksum(byte[] data) {
        CRC32C checksum = new CRC32C();
        checksum.update(data);
        int plain = (int) checksum.getValue();
        return Integer.rotateRight(plain, 15) + MASK_DELTA;
    }

    byte[] bytes() {
        return out.toByteArray();
    }
}
