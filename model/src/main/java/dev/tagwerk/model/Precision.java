package dev.tagwerk.model;

import org.bytedeco.pytorch.global.torch.ScalarType;

/** The number format of the frozen weights and of the matrix products with them. */
public enum Precision {
    FP32(ScalarType.Float),
    BF16(ScalarType.BFloat16),
    FP16(ScalarType.Half);

    private final ScalarType scalarType;

    Precision(ScalarType scalarType) {
        this.scalarType = scalarType;
    }

    ScalarType scalarType() {
        return scalarType;
    }

    /** Of one number. */
    public int bytes() {
        return this == FP32 ? 4 : 2;
    }

    /** The nearest number of this format. */
    double rounded(double value) {
        float wide = (float) value;
        return switch (this) {
            case FP32 -> wide;
            case FP16 -> Float.float16ToFloat(Float.floatToFloat16(wide));
            case BF16 -> {
                int bits = Float.floatToIntBits(wide);
                // To even where half way: the upper half's last bit decides.
                int up = 0x7FFF + ((bits >>> 16) & 1);
                yield Float.intBitsToFloat((bits + up) & 0xFFFF0000);
            }
        };
    }
}
