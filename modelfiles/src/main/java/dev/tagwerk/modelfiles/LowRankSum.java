package dev.tagwerk.modelfiles;

import java.util.Arrays;
import java.util.List;

/**
 * {@code W + scale B A} row by row, in fp32: the product first, then scaled, then added, as PEFT's
 * {@code get_delta_weight} and {@code merge} do. Thread-safe.
 */
final class LowRankSum implements ElementSource {
    private final TensorBytes weight;
    private final int width;
    private final int rank;
    private final float scale;
    private final float[] outer;
    private final float[] inner;

    /** {@code outer} [rows, rank], {@code inner} [rank, width], both whole in memory. */
    private LowRankSum(
            TensorBytes weight, int width, int rank, double scale, float[] outer, float[] inner) {
        this.weight = weight;
        this.width = width;
        this.rank = rank;
        this.scale = (float) scale;
        this.outer = outer;
        this.inner = inner;
    }

    /**
     * Prepares the sum.
     *
     * @throws ModelFilesException when the pair does not fit the weight
     */
    static LowRankSum of(TensorBytes weight, AdapterPair pair) {
        // An embedding's change is (B A)ᵀ: its outer matrix is Aᵀ, its inner one Bᵀ.
        TensorBytes first = pair.embedding() ? pair.a() : pair.b();
        TensorBytes second = pair.embedding() ? pair.b() : pair.a();
        int rank = pair.strength().rank();
        long rows = first.shape().get(pair.embedding() ? 1 : 0);
        long width = second.shape().get(pair.embedding() ? 0 : 1);
        if (!weight.shape().equals(List.of(rows, width))) {
            throw new ModelFilesException(
                    "tensor '%s' has shape %s, but the adapter's matrices are for [%d, %d]; give the base that it was trained on"
                            .formatted(
                                    Messages.shortened(weight.name()),
                                    weight.shape(),
                                    rows,
                                    width));
        }
        float[] outer = Floats.all(first);
        float[] inner = Floats.all(second);
        return new LowRankSum(
                weight,
                (int) width,
                rank,
                pair.scale(),
                pair.embedding() ? transposed(outer, rank) : outer,
                pair.embedding() ? transposed(inner, (int) width) : inner);
    }

    /** {@code [rows, columns] -> [columns, rows]}. */
    static float[] transposed(float[] matrix, int rows) {
        float[] result = new float[matrix.length];
        int columns = matrix.length / rows;
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                result[column * rows + row] = matrix[row * columns + column];
            }
        }
        return result;
    }

    @Override
    public void read(long from, float[] into) {
        Floats.read(weight, from, into);
        float[] product = new float[width];
        int row = Math.toIntExact(from / width);
        for (int at = 0; at < into.length; at += width, row++) {
            Arrays.fill(product, 0);
            for (int r = 0; r < rank; r++) {
                float factor = outer[row * rank + r];
                int begin = r * width;
                for (int i = 0; i < width; i++) {
                    product[i] += factor * inner[begin + i];
                }
            }
            for (int i = 0; i < width; i++) {
                into[at + i] += scale * product[i];
            }
        }
    }
}
