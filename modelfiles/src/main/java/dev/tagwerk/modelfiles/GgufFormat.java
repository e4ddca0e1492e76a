package dev.tagwerk.modelfiles;

/** What matrices are written as in a GGUF file; vectors are always F32. */
public enum GgufFormat {
    F32(GgmlType.F32, 0),
    F16(GgmlType.F16, 1),
    /** Eight bits and a scale for every 32 values. */
    Q8_0(GgmlType.Q8_0, 7),
    BF16(GgmlType.BF16, 32);

    private final GgmlType type;
    private final int fileType;

    GgufFormat(GgmlType type, int fileType) {
        this.type = type;
        this.fileType = fileType;
    }

    GgmlType type() {
        return type;
    }

    /** {@code general.file_type}. */
    int fileType() {
        return fileType;
    }

    /** The one that keeps values of this type as they are. */
    public static GgufFormat keeping(DType type) {
        return switch (type) {
            case BF16 -> BF16;
            case F16 -> F16;
            default -> F32;
        };
    }
}
