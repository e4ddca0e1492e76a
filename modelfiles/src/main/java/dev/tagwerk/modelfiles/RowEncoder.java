package dev.tagwerk.modelfiles;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** How rows of fp32 values become bytes; thread-safe. */
interface RowEncoder {
    /** Bytes of a row. */
    long rowBytes(int width);

    /**
     * Writes rows.
     *
     * @param values whole rows
     * @param row the number of the first of them in {@code target}
     */
    void encode(float[] values, int width, MemorySegment target, long row);

    /**
     * Rounded once to a floating-point type.
     *
     * @param name the tensor's name, for the message when a value is not finite in it
     */
    static RowEncoder rounded(DType type, String name) {
        return new RowEncoder() {
            @Override
            public long rowBytes(int width) {
                return (long) width * type.bytes();
            }

            @Override
            public void encode(float[] values, int width, MemorySegment target, long row) {
                Floats.write(values, type, target, row * width);
                for (int i = 0; i < values.length; i++) {
                    if (!Floats.finite(type, target, row * width + i)) {
                        throw new ModelFilesException(
                                "tensor '%s' holds %s, which is no finite number of %s; write bf16 or fp32, or check the model"
                                        .formatted(Messages.shortened(name), values[i], type));
                    }
                }
            }
        };
    }

    /** As ggml's {@code quantize_row_q8_0_ref}: 127 steps to the largest value of a block. */
    static RowEncoder q8(String name) {
        return new RowEncoder() {
            @Override
            public long rowBytes(int width) {
                return GgmlType.Q8_0.rowBytes(width);
            }

            @Override
            public void encode(float[] values, int width, MemorySegment target, long row) {
                long at = row * rowBytes(width);
                for (int block = 0; block < values.length; block += 32, at += 34) {
                    float most = 0;
                    for (int i = block; i < block + 32; i++) {
                        most = Math.max(most, Math.abs(values[i]));
                    }
                    float scale = most / 127;
                    float inverse = scale == 0 ? 0 : 1 / scale;
                    target.set(Floats.SHORT, at, Float.floatToFloat16(scale));
                    if (!Floats.finite(DType.F16, target.asSlice(at), 0)) {
                        throw new ModelFilesException(
                                "tensor '%s' holds a value of size %s, which q8_0 cannot hold; write f32, or check the model"
                                        .formatted(Messages.shortened(name), most));
                    }
                    for (int i = 0; i < 32; i++) {
                        target.set(
                                ValueLayout.JAVA_BYTE,
                                at + 2 + i,
                                awayFromZero(values[block + i] * inverse));
                    }
                }
            }
        };
    }

    /** C's {@code roundf}, unlike {@link Math#round}. */
    private static byte awayFromZero(float value) {
        int steps = (int) Math.floor(Math.abs((double) value) + 0.5);
        return (byte) (value < 0 ? -steps : steps);
    }
}
