package dev.tagwerk.modelfiles;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;

/**
 * A tensor that is made while it is written, so that it never lies in memory whole.
 *
 * @param name the tensor's name
 * @param dtype the type of its elements
 * @param shape its dimensions, outermost first
 * @param content writes exactly its bytes
 */
record PendingTensor(String name, DType dtype, List<Long> shape, Content content) {
    /** How much is handed to a channel at once; an int can count it. */
    private static final long CHUNK = 64L << 20;

    /** What makes a tensor's bytes. */
    interface Content {
        void writeTo(FileChannel channel) throws IOException;
    }

    PendingTensor {
        shape = List.copyOf(shape);
    }

    /** One that is there already. */
    static PendingTensor of(TensorBytes tensor) {
        return new PendingTensor(
                tensor.name(),
                tensor.dtype(),
                tensor.shape(),
                channel -> {
                    long size = tensor.bytes().byteSize();
                    for (long at = 0; at < size; at += CHUNK) {
                        long count = Math.min(CHUNK, size - at);
                        AtomicFiles.drain(
                                channel, tensor.bytes().asSlice(at, count).asByteBuffer());
                    }
                });
    }

    long elements() {
        return shape.stream().reduce(1L, Math::multiplyExact);
    }

    long bytes() {
        return Shapes.bytes(dtype, shape).orElseThrow();
    }
}
