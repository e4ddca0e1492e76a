package dev.tagwerk.modelfiles;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalLong;

/**
 * One tensor with its values: little-endian, row-major, contiguous.
 *
 * @param name the tensor's name
 * @param dtype the type of its elements
 * @param shape its dimensions, outermost first; empty for a scalar
 * @param bytes its values. A tensor that was read from a file is a read-only view of the mapped
 *     file: it dies with the {@link WeightStore}, {@link SafetensorsFile} or {@link AdapterFolder}
 *     that handed it out.
 */
public record TensorBytes(String name, DType dtype, List<Long> shape, MemorySegment bytes) {
    public TensorBytes {
        if (name.isEmpty()) {
            throw new ModelFilesException("name of a tensor is empty");
        }
        shape = List.copyOf(shape);
        OptionalLong expected = Shapes.bytes(dtype, shape);
        if (expected.isEmpty() || expected.getAsLong() != bytes.byteSize()) {
            throw new ModelFilesException(
                    "bytes of tensor '%s': %d given, but %s of shape %s needs %s"
                            .formatted(
                                    name,
                                    bytes.byteSize(),
                                    dtype,
                                    shape,
                                    expected.isPresent() ? expected.getAsLong() : "too many"));
        }
    }

    /** The number of elements. */
    public long elements() {
        return bytes.byteSize() / dtype.bytes();
    }
}
