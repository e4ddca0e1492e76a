package dev.tagwerk.modelfiles;

/** Element types of GGUF tensors, with the numbers of {@code ggml.h}. */
enum GgmlType {
    F32(0, 1, Float.BYTES),
    F16(1, 1, Short.BYTES),
    /** Blocks of 32: a scale in fp16, then 32 signed bytes. */
    Q8_0(8, 32, Short.BYTES + 32),
    BF16(30, 1, Short.BYTES);

    private final int number;
    private final int blockElements;
    private final int blockBytes;

    GgmlType(int number, int blockElements, int blockBytes) {
        this.number = number;
        this.blockElements = blockElements;
        this.blockBytes = blockBytes;
    }

    int number() {
        return number;
    }

    /** Whether a row of this width can be written; llama.cpp's tools take F16 otherwise. */
    boolean fits(long width) {
        return width % blockElements == 0;
    }

    /** Bytes of a row. */
    long rowBytes(long width) {
        return width / blockElements * blockBytes;
    }
}
