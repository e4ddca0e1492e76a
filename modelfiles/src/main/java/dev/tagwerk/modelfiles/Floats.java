package dev.tagwerk.modelfiles;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Values of F32, F16 and BF16 tensors as fp32 and back, rounded to nearest, ties to even. */
final class Floats {
    static final ValueLayout.OfFloat F32 =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private Floats() {}

    /** Whether values of this type can be read and written here. */
    static boolean known(DType type) {
        return type == DType.F32 || type == DType.F16 || type == DType.BF16;
    }

    /** Elements {@code from} to {@code from + into.length} of a tensor. */
    static void read(TensorBytes tensor, long from, float[] into) {
        MemorySegment bytes = tensor.bytes();
        switch (tensor.dtype()) {
            case F32 -> MemorySegment.copy(bytes, F32, from * Float.BYTES, into, 0, into.length);
            case F16 -> {
                for (int i = 0; i < into.length; i++) {
                    into[i] = Float.float16ToFloat(bytes.get(SHORT, (from + i) * Short.BYTES));
                }
            }
            case BF16 -> {
                for (int i = 0; i < into.length; i++) {
                    into[i] =
                            Float.intBitsToFloat(
                                    bytes.get(SHORT, (from + i) * Short.BYTES) << Short.SIZE);
                }
            }
            default -> throw unknown(tensor.name(), tensor.dtype());
        }
    }

    /** All elements of a tensor that fits an array. */
    static float[] all(TensorBytes tensor) {
        float[] values = new float[Math.toIntExact(tensor.elements())];
        read(tensor, 0, values);
        return values;
    }

    /** Writes values as elements {@code from} and on of a tensor of the given type. */
    static void write(float[] values, DType type, MemorySegment target, long from) {
        switch (type) {
            case F32 ->
                    MemorySegment.copy(values, 0, target, F32, from * Float.BYTES, values.length);
            case F16 -> {
                for (int i = 0; i < values.length; i++) {
                    target.set(SHORT, (from + i) * Short.BYTES, Float.floatToFloat16(values[i]));
                }
            }
            case BF16 -> {
                for (int i = 0; i < values.length; i++) {
                    target.set(SHORT, (from + i) * Short.BYTES, bfloat16(values[i]));
                }
            }
            default -> throw unknown("a tensor", type);
        }
    }

    /** Whether an element of a tensor of the given type is neither infinite nor NaN. */
    static boolean finite(DType type, MemorySegment bytes, long element) {
        return switch (type) {
            case F16 -> (bytes.get(SHORT, element * Short.BYTES) & 0x7C00) != 0x7C00;
            case BF16 -> (bytes.get(SHORT, element * Short.BYTES) & 0x7F80) != 0x7F80;
            case F32 -> Float.isFinite(bytes.get(F32, element * Float.BYTES));
            default -> throw unknown("a tensor", type);
        };
    }

    private static short bfloat16(float value) {
        int bits = Float.floatToRawIntBits(value);
        if (Float.isNaN(value)) {
            // Rounding could make an infinity of it.
            return (short) (bits >>> Short.SIZE | 0x40);
        }
        int even = bits >>> Short.SIZE & 1;
        return (short) (bits + 0x7FFF + even >>> Short.SIZE);
    }

    private static ModelFilesException unknown(String name, DType type) {
        return new ModelFilesException(
                "tensor '%s' is %s; F32, F16 and BF16 can be converted"
                        .formatted(Messages.shortened(name), type));
    }
}
