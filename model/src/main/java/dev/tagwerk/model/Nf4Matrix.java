package dev.tagwerk.model;

import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * A matrix in 4-bit NormalFloat: 0.5 bytes an element, and for each 64 of them a scale of 4 bytes,
 * or of about one when it is quantised itself.
 */
final class Nf4Matrix implements Matrix {
    private static final long PIECE = 1 << 18; // elements, whole blocks

    private final long[] shape;
    private final Tensor packed; // uint8 [elements / 2]
    private final Tensor pairs; // int64 [256]: two floats for each byte
    private final Tensor scales; // fp32 [blocks], or uint8 when doubled
    private final @Nullable Tensor code; // fp32 [256], when doubled
    private final @Nullable Tensor scalesOfScales; // fp32 [blocks / 256]
    private final float mean;

    /** Tensors belong to the scope that is open when it is made. */
    Nf4Matrix(Elements elements, long[] shape, boolean doubled, Placement placement) {
        this.shape = shape.clone();
        if (elements.count() % Nf4.BLOCK != 0) {
            throw new ModelException(
                    "a matrix of "
                            + shape[0]
                            + " x "
                            + shape[1]
                            + " has no whole number of blocks of "
                            + Nf4.BLOCK
                            + "; use quantization: int8");
        }
        Nf4.Packed coded = Nf4.quantize(elements);
        packed = Tensors.unsigned(placement, coded.packed());
        pairs = Tensors.longs(placement, Nf4.pairs());
        if (doubled) {
            DynamicCode.Coded again = DynamicCode.quantize(coded.scales());
            scales = Tensors.unsigned(placement, again.indexes());
            code = Tensors.floats(placement, DynamicCode.values(), 256);
            scalesOfScales = Tensors.floats(placement, again.scales(), again.scales().length);
            mean = again.mean();
        } else {
            scales = Tensors.floats(placement, coded.scales(), coded.scales().length);
            code = null;
            scalesOfScales = null;
            mean = 0;
        }
    }

    @Override
    public Tensor dense(ScalarType type) {
        return PointerScopes.keep(
                () -> {
                    Tensor all = blockScales(); // [blocks]
                    long elements = packed.size(0) * 2;
                    Tensor dense =
                            torch.zeros(
                                    new long[] {elements}, all.options().dtype(Tensors.type(type)));
                    // Piece by piece: what lies between stays in the processor's cache.
                    for (long start = 0; start < elements; start += PIECE) {
                        long size = Math.min(PIECE, elements - start);
                        try (PointerScope piece = new PointerScope()) {
                            Tensor bytes = packed.narrow(0, start / 2, size / 2);
                            Tensor values =
                                    pairs.index_select(0, bytes.to(ScalarType.Int)) // [size / 2]
                                            .view(ScalarType.Float) // [size]
                                            .view(-1, Nf4.BLOCK)
                                            .mul_(
                                                    all.narrow(
                                                                    0,
                                                                    start / Nf4.BLOCK,
                                                                    size / Nf4.BLOCK)
                                                            .unsqueeze(1));
                            dense.narrow(0, start, size).copy_(values.view(size));
                        }
                    }
                    return dense.view(shape);
                });
    }

    private Tensor blockScales() {
        if (code == null || scalesOfScales == null) {
            return scales;
        }
        Tensor coded = code.index_select(0, scales.to(ScalarType.Int)); // [blocks]
        Tensor factors =
                scalesOfScales.repeat_interleave(DynamicCode.BLOCK).narrow(0, 0, coded.size(0));
        return coded.mul_(factors).add_(Tensors.scalar(mean));
    }
}
