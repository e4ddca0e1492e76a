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
}
