package dev.tagwerk.modelfiles;

import java.util.Optional;

/**
 * The element types of a safetensors file. They stand in the order in which the reference
 * implementation sorts tensors (ascending alignment): a writer lays them down from the last to the
 * first.
 */
public enum DType {
    BOOL(1),
    U8(1),
    I8(1),
    F8_E5M2(1),
    F8_E4M3(1),
    F8_E4M3FNUZ(1),
    F8_E5M2FNUZ(1),
    I16(2),
    U16(2),
    F16(2),
    BF16(2),
    I32(4),
    U32(4),
    F32(4),
    C64(8),
    F64(8),
    I64(8),
    U64(8);

    private final int bytes;

    DType(int bytes) {
        this.bytes = bytes;
    }

    /** Bytes of one element. */
    public int bytes() {
        return bytes;
    }

    /** The type with this name in a header; empty when this version does not know it. */
    static Optional<DType> named(String name) {
        for (DType type : values()) {
            if (type.name().equals(name)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
