package dev.tagwerk.modelfiles;

import java.util.List;
import java.util.OptionalLong;

/** Sizes of tensors, computed so that a hostile shape cannot overflow into a small number. */
final class Shapes {
    private Shapes() {}

    /** Bytes of a tensor; empty when a dimension is negative or the product exceeds 2^63 - 1. */
    static OptionalLong bytes(DType dtype, List<Long> shape) {
        long product = dtype.bytes();
        boolean overflow = false;
        boolean empty = false;
        for (long dimension : shape) {
            if (dimension < 0) {
                return OptionalLong.empty();
            }
            if (dimension == 0) {
                empty = true;
            } else if (product > Long.MAX_VALUE / dimension) {
                overflow = true;
            } else {
                product *= dimension;
            }
        }
        // The reference multiplies from the left and fails on overflow even before a later zero.
        if (overflow) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(empty ? 0 : product);
    }
}
