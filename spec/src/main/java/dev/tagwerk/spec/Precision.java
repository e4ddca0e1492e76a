package dev.tagwerk.spec;

/** The number format of the base model's weights and matrix products. */
public enum Precision implements Word {
    /** What the device does best: chosen when the job starts and named in its output. */
    AUTO,
    FP32,
    BF16,
    FP16
}
