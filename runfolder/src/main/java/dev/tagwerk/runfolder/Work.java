package dev.tagwerk.runfolder;

/**
 * How much there was to compute, whatever it was computed on.
 *
 * @param products floating point operations of matrix products with weights, a multiply-add being
 *     two
 * @param attention those of queries with keys and of weights with values
 * @param bytes read and written: weights once a pass, activations, gradients, the optimiser's state
 * @param launches kernels started
 */
public record Work(double products, double attention, double bytes, double launches) {
    public static final Work NONE = new Work(0, 0, 0, 0);

    public Work {
        if (!(products >= 0 && attention >= 0 && bytes >= 0 && launches >= 0)
                || !Double.isFinite(products + attention + bytes + launches)) {
            throw new IllegalArgumentException(
                    "work: must be numbers that are not negative: "
                            + products
                            + ", "
                            + attention
                            + ", "
                            + bytes
                            + ", "
                            + launches);
        }
    }

    public Work plus(Work other) {
        return new Work(
                products + other.products,
                attention + other.attention,
                bytes + other.bytes,
                launches + other.launches);
    }

    public Work times(double factor) {
        return new Work(products * factor, attention * factor, bytes * factor, launches * factor);
    }

    /** Whether there was none. */
    public boolean nothing() {
        return products + attention + bytes + launches == 0;
    }
}
