package dev.tagwerk.modelfiles;

import java.util.List;

/**
 * One tensor as a safetensors header lists it.
 *
 * @param name the tensor's name, unique within its file
 * @param dtype the type of its elements
 * @param shape its dimensions, outermost first; empty for a scalar
 * @param offset the position of its first byte, counted from the beginning of the file
 * @param bytes its size in bytes
 */
public record TensorEntry(String name, DType dtype, List<Long> shape, long offset, long bytes) {
    public TensorEntry {
        shape = List.copyOf(shape);
        if (offset < 0) {
            throw new ModelFilesException("offset of tensor '" + name + "' is negative: " + offset);
        }
        if (bytes < 0) {
            throw new ModelFilesException("bytes of tensor '" + name + "' is negative: " + bytes);
        }
    }
}
