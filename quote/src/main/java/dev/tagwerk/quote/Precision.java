package dev.tagwerk.quote;

import dev.tagwerk.market.Gpu;
import java.util.Locale;

/** In which numbers products are computed. */
public enum Precision {
    FP32,
    BF16,
    FP16;

    /** As results and jobs write it; IllegalArgumentException for other words. */
    public static Precision of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** What a job that leaves the choice to us computes in on such a card. */
    public static Precision on(Gpu gpu) {
        return gpu.capability().bf16() ? BF16 : FP16;
    }

    /** Of one number. */
    public int bytes() {
        return this == FP32 ? 4 : 2;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
