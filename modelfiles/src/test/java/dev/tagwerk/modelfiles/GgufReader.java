package dev.tagwerk.modelfiles;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a small GGUF file as the format's description says, for tests. */
final class GgufReader {
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final MemorySegment file;
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final Map<String, Tensor> tensors = new LinkedHashMap<>();
    private final long data;
    private long at = 4;

    record Tensor(int type, long[] innermostFirst, long offset) {}

    private GgufReader(byte[] bytes) {
        file = MemorySegment.ofArray(bytes);
        if (!new String(bytes, 0, 4, StandardCharsets.US_ASCII).equals("GGUF") || whole() != 3) {
            throw new AssertionError("no GGUF of version 3");
        }
        long tensorCount = wide();
        long valueCount = wide();
        for (long i = 0; i < valueCount; i++) {
            String key = text();
            values.put(key, value(whole()));
        }
        for (long i = 0; i < tensorCount; i++) {
            String name = text();
            long[] dimensions = new long[whole()];
            for (int d = 0; d < dimensions.length; d++) {
                dimensions[d] = wide();
            }
            tensors.put(name, new Tensor(whole(), dimensions, wide()));
        }
        data = (at + 31) / 32 * 32;
    }

    static GgufReader of(Path file) {
        try {
            return new GgufReader(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Map<String, Object> values() {
        return values;
    }

    Map<String, Tensor> tensors() {
        return tensors;
    }

    MemorySegment bytes(String name) {
        Tensor tensor = tensors.get(name);
        long elements = 1;
        for (long dimension : tensor.innermostFirst()) {
            elements *= dimension;
        }
        long size =
                switch (tensor.type()) {
                    case 0 -> elements * 4;
                    case 8 -> elements / 32 * 34;
                    default -> elements * 2;
                };
        return file.asSlice(data + tensor.offset(), size);
    }

    float[] floats(String name) {
        return bytes(name)
                .toArray(ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN));
    }

    private Object value(int type) {
        return switch (type) {
            case 4, 5 -> whole();
            case 6 -> Float.intBitsToFloat(whole());
            case 7 -> file.get(ValueLayout.JAVA_BYTE, at++) == 1;
            case 8 -> text();
            case 9 -> {
                int element = whole();
                long count = wide();
                List<Object> list = new ArrayList<>();
                for (long i = 0; i < count; i++) {
                    list.add(value(element));
                }
                yield list;
            }
            default -> throw new AssertionError("value type " + type);
        };
    }

    private int whole() {
        at += 4;
        return file.get(INT, at - 4);
    }

    private long wide() {
        at += 8;
        return file.get(LONG, at - 8);
    }

    private String text() {
        byte[] utf8 = new byte[(int) wide()];
        MemorySegment.copy(file, ValueLayout.JAVA_BYTE, at, utf8, 0, utf8.length);
        at += utf8.length;
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
