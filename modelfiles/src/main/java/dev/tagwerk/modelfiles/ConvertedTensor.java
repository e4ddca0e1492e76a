package dev.tagwerk.modelfiles;

import java.util.Optional;

/** Weights with a low-rank change where there is one, rounded once to another type. */
final class ConvertedTensor {
    private ConvertedTensor() {}

    /** Types other than F32, F16 and BF16 (a mask, a counter) stay as they are. */
    static PendingTensor of(String name, TensorBytes weight, Optional<AdapterPair> pair, DType to) {
        boolean asItIs = pair.isEmpty() && (weight.dtype() == to || !Floats.known(weight.dtype()));
        if (asItIs) {
            return new PendingTensor(
                    name, weight.dtype(), weight.shape(), PendingTensor.of(weight).content());
        }
        ElementSource source =
                pair.<ElementSource>map(each -> LowRankSum.of(weight, each))
                        .orElse(ElementSource.of(weight));
        int width = width(weight);
        return new PendingTensor(
                name,
                to,
                weight.shape(),
                new ConvertedRows(
                        source,
                        weight.elements() / Math.max(1, width),
                        width,
                        RowEncoder.rounded(to, weight.name())));
    }

    /** Elements of a row. */
    static int width(TensorBytes tensor) {
        return tensor.shape().isEmpty() ? 1 : Math.toIntExact(tensor.shape().getLast());
    }
}
