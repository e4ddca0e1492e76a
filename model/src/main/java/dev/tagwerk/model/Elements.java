package dev.tagwerk.model;

import dev.tagwerk.modelfiles.TensorBytes;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** A stored tensor's elements as floats, read piece by piece: no copy of the whole is made. */
record Elements(TensorBytes source) {
    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    long count() {
        return source.elements();
    }

    /** Reads {@code count} elements from element {@code from} on into the start of {@code into}. */
    void read(long from, float[] into, int count) {
        switch (source.dtype()) {
            case F32 -> {
                for (int i = 0; i < count; i++) {
                    into[i] = source.bytes().get(FLOAT, (from + i) * Float.BYTES);
                }
            }
            case BF16 -> {
                for (int i = 0; i < count; i++) {
                    int bits = source.bytes().get(SHORT, (from + i) * Short.BYTES);
                    into[i] = Float.intBitsToFloat(bits << 16);
                }
            }
            case F16 -> {
                for (int i = 0; i < count; i++) {
                    short bits = source.bytes().get(SHORT, (from + i) * Short.BYTES);
                    into[i] = Float.float16ToFloat(bits);
                }
            }
            default ->
                    throw new ModelException(
                            source.name()
                                    + " is stored as "
                                    + source.dtype()
                                    + "; only F32, F16 and BF16 can be quantised");
        }
    }
}
