package dev.tagwerk.modelfiles;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The files that the reference implementations wrote (src/test/fixtures). */
final class Fixtures {
    private static final Path ROOT = Path.of("src", "test", "fixtures");

    private Fixtures() {}

    static Path path(String name) {
        return ROOT.resolve(name);
    }

    static JsonNode json(String name) {
        try {
            return new ObjectMapper().readTree(path(name).toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static TensorBytes tensor(String name, DType dtype, List<Long> shape, byte... bytes) {
        return new TensorBytes(name, dtype, shape, MemorySegment.ofArray(bytes));
    }

    /** A tensor of ones and twos and so on. */
    static TensorBytes counting(String name, DType dtype, long... shape) {
        List<Long> dimensions = Arrays.stream(shape).boxed().toList();
        byte[] bytes = new byte[(int) Shapes.bytes(dtype, dimensions).orElseThrow()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        return tensor(name, dtype, dimensions, bytes);
    }
}
