package dev.tagwerk.modelfiles;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The typed key/value pairs of a GGUF file, in the order in which they are put (<a
 * href="https://github.com/ggml-org/ggml/blob/master/docs/gguf.md">gguf.md</a>).
 */
final class GgufValues {
    private static final int UINT32 = 4;
    private static final int INT32 = 5;
    private static final int FLOAT32 = 6;
    private static final int BOOL = 7;
    private static final int STRING = 8;
    private static final int ARRAY = 9;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Set<String> keys = new HashSet<>();

    GgufValues put(String key, String value) {
        key(key, STRING);
        text(value);
        return this;
    }

    /** An unsigned number of 32 bits. */
    GgufValues put(String key, int value) {
        key(key, UINT32);
        whole(value);
        return this;
    }

    GgufValues put(String key, float value) {
        key(key, FLOAT32);
        whole(Float.floatToRawIntBits(value));
        return this;
    }

    GgufValues put(String key, boolean value) {
        key(key, BOOL);
        bytes.write(value ? 1 : 0);
        return this;
    }

    GgufValues putTexts(String key, List<String> values) {
        array(key, STRING, values.size());
        values.forEach(this::text);
        return this;
    }

    GgufValues putInts(String key, List<Integer> values) {
        array(key, INT32, values.size());
        values.forEach(this::whole);
        return this;
    }

    GgufValues putFloats(String key, List<Float> values) {
        array(key, FLOAT32, values.size());
        values.forEach(value -> whole(Float.floatToRawIntBits(value)));
        return this;
    }

    int count() {
        return keys.size();
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    private void array(String key, int type, int length) {
        key(key, ARRAY);
        whole(type);
        wide(length);
    }

    private void key(String key, int type) {
        if (!keys.add(key)) {
            throw new ModelFilesException("key " + key + " of a GGUF file is put twice");
        }
        text(key);
        whole(type);
    }

    private void text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        wide(utf8.length);
        bytes.writeBytes(utf8);
    }

    private void whole(int value) {
        bytes.writeBytes(
                ByteBuffer.allocate(Integer.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(value)
                        .array());
    }

    private void wide(long value) {
        bytes.writeBytes(
                ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(value)
                        .array());
    }
}
