package dev.tagwerk.model;

import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A matrix in 8 bits with one scale a row: the largest magnitude of the row over 127 (the
 * vector-wise scheme of Dettmers et al. 2022, arXiv:2208.07339, without its outlier columns:
 * products are not computed in 8 bits here).
 */
final class Int8Matrix implements Matrix {
    private static final int LARGEST = 127;

    private final Tensor values; // int8 [out, in]
    private final Tensor scales; // fp32 [out, 1]

    Int8Matrix(Elements elements, long[] shape, Placement placement) {
        int rows = Math.toIntExact(shape[0]);
        int columns = Math.toIntExact(shape[1]);
        byte[] quantized = new byte[Math.toIntExact(elements.count())];
        float[] factors = new float[rows];
        IntStream.range(0, rows)
                .parallel()
                .forEach(row -> factors[row] = quantize(elements, row, columns, quantized));
        values = Tensors.unsigned(placement, quantized).view(ScalarType.Char).view(shape);
        scales = Tensors.floats(placement, factors, rows, 1);
    }

    private static float quantize(Elements elements, int row, int columns, byte[] quantized) {
        float[] values = new float[columns];
        elements.read((long) row * columns, values, columns);
        float largest = 0;
        for (float value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        if (!Float.isFinite(largest)) {
            throw new ModelException("a weight is not finite: it cannot be quantised");
        }
        float scale = largest / LARGEST;
        for (int i = 0; i < columns; i++) {
            quantized[row * columns + i] = scale == 0 ? 0 : (byte) Math.rint(values[i] / scale);
        }
        return scale;
    }

    @Override
    public Tensor dense(ScalarType type) {
        return PointerScopes.keep(
                () -> {
                    Tensor wide = values.to(ScalarType.Float).mul_(scales);
                    return type == ScalarType.Float ? wide : wide.to(type);
                });
    }
}
