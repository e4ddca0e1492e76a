package dev.tagwerk.model;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Dropout masks from a seed and a counter: the n-th mask of a stream is the same on every machine
 * and after every resume, so no generator state needs to be saved.
 *
 * <p>The probability is rounded to 1/65536. Not thread-safe: one stream per worker and step.
 */
final class DropoutStream {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final Placement placement;
    private final int threshold;
    private final float keepScale;
    private final long seed;
    private long state;

    DropoutStream(Placement placement, double probability, long seed) {
        this(
                placement,
                (int) Math.round(probability * 65536),
                (float) (65536.0 / (65536 - Math.round(probability * 65536))),
                seed);
    }

    private DropoutStream(Placement placement, int threshold, float keepScale, long seed) {
        this.placement = placement;
        this.threshold = threshold;
        this.keepScale = keepScale;
        this.seed = seed;
        this.state = seed;
    }

    /** The inputs of a block that have a mask of their own. */
    enum Place {
        ATTENTION,
        OUTPUT,
        FEED_FORWARD,
        DOWN
    }

    /** The stream of one place in a block: the same whenever asked. */
    DropoutStream forPlace(Place place) {
        return forBlock(place.ordinal());
    }

    /**
     * The stream of one block: the same whenever asked, so that a recomputed block drops the same.
     */
    DropoutStream forBlock(int block) {
        // Mixed: a seed a multiple of GOLDEN further would be the same stream, only some draws on.
        return new DropoutStream(
                placement, threshold, keepScale, mix(seed + GOLDEN * (block + 1L)));
    }

    boolean active() {
        return threshold > 0;
    }

    /** {@code x} with elements zeroed at random and the others scaled so that the mean stays. */
    Tensor apply(Tensor x) {
        return active() ? x.mul(mask(x)) : x;
    }

    /** A mask of {@code x}'s shape: 0, or 1/(1-p). */
    Tensor mask(Tensor x) {
        Tensor mask =
                torch.empty(
                        x.shape(),
                        torch.dtype(torch.ScalarType.Float),
                        new org.bytedeco.pytorch.MemoryFormatOptional());
        long count = mask.numel();
        MemorySegment target =
                MemorySegment.ofAddress(mask.data_ptr().address()).reinterpret(count * 4);
        long i = 0;
        while (i < count) {
            long bits = next();
            for (int lane = 0; lane < 4 && i < count; lane++, i++) {
                float value = (bits & 0xFFFF) < threshold ? 0f : keepScale;
                target.setAtIndex(ValueLayout.JAVA_FLOAT, i, value);
                bits >>>= 16;
            }
        }
        Tensor placed = Tensors.onDevice(placement, mask);
        return placed.scalar_type() == x.scalar_type() ? placed : placed.to(x.scalar_type());
    }

    // SplitMix64 (Steele, Lea, Flood 2014).
    private long next() {
        state += GOLDEN;
        return mix(state);
    }

    private static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
