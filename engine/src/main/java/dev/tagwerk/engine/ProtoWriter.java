package dev.tagwerk.engine;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Encodes one protocol buffer message; fields are written in the order of the calls. */
final class ProtoWriter {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH_DELIMITED = 2;
    private static final int FIXED32 = 5;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    void varint(int field, long value) {
        raw((long) field << 3 | VARINT);
        raw(value);
    }

    void fixed64(int field, double value) {
        raw((long) field << 3 | FIXED64);
        ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        out.writeBytes(bytes.putDouble(value).array());
    }

    void fixed32(int field, float value) {
        raw((long) field << 3 | FIXED32);
        ByteBuffer bytes = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
        out.writeBytes(bytes.putFloat(value).array());
    }

    void text(int field, String value) {
        delimited(field, value.getBytes(StandardCharsets.UTF_8));
    }

    void message(int field, ProtoWriter message) {
        delimited(field, message.bytes());
    }

    private void delimited(int field, byte[] value) {
        raw((long) field << 3 | LENGTH_DELIMITED);
        raw(value.length);
        out.writeBytes(value);
    }

    private void raw(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    byte[] bytes() {
        return out.toByteArray();
    }
}
