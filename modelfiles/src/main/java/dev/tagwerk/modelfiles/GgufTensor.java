package dev.tagwerk.modelfiles;

import java.util.List;

/**
 * A tensor of a GGUF file, made while it is written.
 *
 * @param name its name there, such as {@code blk.0.attn_q.weight}
 * @param type the type of its elements
 * @param shape outermost dimension first; the file lists them the other way around
 * @param content writes exactly its bytes
 */
record GgufTensor(String name, GgmlType type, List<Long> shape, PendingTensor.Content content) {
    GgufTensor {
        shape = List.copyOf(shape);
    }

    /**
     * Rows as ggml keeps them: matrices in the type asked for, where a row fits it, vectors in F32.
     *
     * @param wanted the type of matrices
     */
    static GgufTensor of(String name, List<Long> shape, ElementSource source, GgmlType wanted) {
        int width = Math.toIntExact(shape.getLast());
        GgmlType type =
                shape.size() < 2 ? GgmlType.F32 : wanted.fits(width) ? wanted : GgmlType.F16;
        RowEncoder encoder =
                switch (type) {
                    case F32 -> RowEncoder.rounded(DType.F32, name);
                    case F16 -> RowEncoder.rounded(DType.F16, name);
                    case BF16 -> RowEncoder.rounded(DType.BF16, name);
                    case Q8_0 -> RowEncoder.q8(name);
                };
        long rows = shape.subList(0, shape.size() - 1).stream().reduce(1L, Math::multiplyExact);
        return new GgufTensor(name, type, shape, new ConvertedRows(source, rows, width, encoder));
    }

    long bytes() {
        long rows = shape.subList(0, shape.size() - 1).stream().reduce(1L, Math::multiplyExact);
        return Math.multiplyExact(rows, type.rowBytes(shape.getLast()));
    }
}
