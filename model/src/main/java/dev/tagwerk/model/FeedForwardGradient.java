package dev.tagwerk.model;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * The feed-forward half of a block, forwards and backwards by hand: {@code after(down(act(gate) *
 * up))} of the normalised stream. Kept between the two: gate and up, and what a second norm
 * normalises; the rest is made again.
 */
final class FeedForwardGradient implements AutoCloseable {
    private final Block block;
    private final BlockLinears linears;
    private final FeedForward function;
    private final Kept kept = new Kept();
    private @Nullable Saved saved;

    /** Without a gate, {@code first} is the way up and {@code up} null. */
    private record Saved(Tensor first, @Nullable Tensor up, @Nullable Tensor beforeNorm) {}

    FeedForwardGradient(Block block, BlockLinears linears) {
        this.block = block;
        this.linears = linears;
        this.function = block.function();
    }

    /** What this half adds to the stream {@code [n, hidden]}. */
    Tensor forward(Tensor stream) {
        List<Tensor> ways = linears.forward(BlockLinears.Place.FEED_FORWARD, input(stream));
        Tensor first = ways.getFirst();
        Tensor up = function.gated() ? ways.getLast() : null;
        Tensor activated = function.apply(first);
        Tensor inner = up == null ? activated : activated.mul_(up);
        Tensor output =
                linears.forward(
                                BlockLinears.Place.DOWN,
                                linears.drop(inner, BlockLinears.Place.DOWN))
                        .getFirst();
        Normalization after = block.afterFeedForward();
        saved =
                new Saved(
                        kept.keep(first),
                        up == null ? null : kept.keep(up),
                        after == null ? null : kept.keep(output));
        return after == null ? output : after.apply(output);
    }

    /**
     * Adds this half's gradients to the worker's buffers.
     *
     * @param arriving the gradient of {@link #forward}'s result, fp32
     * @return the gradient of the stream through this half, fp32
     */
    Tensor backward(Tensor stream, Tensor arriving) {
        Saved s = saved;
        if (s == null) {
            throw new ModelException("backward before forward");
        }
        return PointerScopes.keep(() -> backward(s, stream, arriving));
    }

    private Tensor backward(Saved s, Tensor stream, Tensor arriving) {
        Normalization after = block.afterFeedForward();
        Tensor output =
                after == null || s.beforeNorm() == null
                        ? arriving
                        : after.back(s.beforeNorm(), arriving.clone());
        Tensor activated = function.apply(s.first()); // [n, intermediate]
        Tensor up = s.up();
        BlockLinears.Input inner =
                linears.drop(up == null ? activated : activated.mul(up), BlockLinears.Place.DOWN);
        Tensor innerGradient = linears.backward(BlockLinears.Place.DOWN, List.of(output), inner);
        List<Tensor> ways;
        if (up == null) {
            ways = List.of(function.back(innerGradient, s.first()));
        } else {
            // Without dropout `inner` is not read again; with it, `activated` was copied.
            Tensor upGradient = activated.mul_(innerGradient);
            ways = List.of(function.back(innerGradient.mul_(up), s.first()), upGradient);
        }
        Tensor gradient = linears.backward(BlockLinears.Place.FEED_FORWARD, ways, input(stream));
        return block.feedForwardNorm().back(stream, wide(gradient));
    }

    private BlockLinears.Input input(Tensor stream) {
        return linears.drop(block.feedForwardNorm().apply(stream), BlockLinears.Place.FEED_FORWARD);
    }

    private static Tensor wide(Tensor x) {
        return x.scalar_type() == ScalarType.Float ? x : x.to(ScalarType.Float);
    }

    @Override
    public void close() {
        kept.close();
    }
}
