package dev.tagwerk.model;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * One block under a LoRA adapter, forwards and backwards by hand, for one worker and one
 * micro-batch: the two halves and the stream that they add to. The same formulas as {@link Block},
 * which autograd differentiates in the tests.
 */
final class BlockGradient implements AutoCloseable {
    private final Block block;
    private final Tensor input;
    private final @Nullable Tensor positions;
    private final BlockLinears linears;
    private final AttentionHalfGradient attention;
    private final FeedForwardGradient feedForward;
    private final Kept kept = new Kept();
    private @Nullable Tensor middle;

    /**
     * @param input the residual stream {@code [tokens, hidden]}; must outlive this
     * @param positions the flat positions wanted afterwards, or null for all
     */
    BlockGradient(
            Block block,
            Overlay overlay,
            Parameters parameters,
            int worker,
            Tensor input,
            TokenRows batch,
            @Nullable Tensor positions,
            Rotary rotary,
            DropoutStream dropout) {
        this.block = block;
        this.input = input;
        this.positions = positions;
        linears = new BlockLinears(block, overlay, parameters, worker, dropout);
        attention = new AttentionHalfGradient(block, linears, input, batch, positions, rotary);
        feedForward = new FeedForwardGradient(block, linears);
    }

    /** The stream after this block: {@code [tokens or selected, hidden]}; the caller keeps it. */
    Tensor forward() {
        Tensor stream = positions == null ? input : input.index_select(0, positions);
        Tensor after = PointerScopes.keep(() -> block.add(stream, attention.forward()));
        Tensor read = kept.keep(block.parallel() ? stream : after);
        middle = read;
        Tensor output = block.add(after, feedForward.forward(read));
        return output.scalar_type() == ScalarType.Float ? output : output.to(ScalarType.Float);
    }

    /**
     * Adds this block's gradients to the worker's buffers.
     *
     * @param arriving the gradient of {@link #forward}'s result; written over
     * @param wanted whether the gradient of the block's input is needed
     * @return that gradient {@code [tokens, hidden]}, or null when not wanted
     */
    @Nullable Tensor backward(Tensor arriving, boolean wanted) {
        Tensor read = middle;
        if (read == null) {
            throw new ModelException("backward before forward");
        }
        Tensor branch = scaled(arriving);
        Tensor throughFeedForward = feedForward.backward(read, branch);
        feedForward.close(); // what it kept is the largest of a block
        Tensor flowing;
        if (block.parallel()) {
            flowing = attention.backward(branch, wanted);
            arriving.add_(throughFeedForward);
        } else {
            arriving.add_(throughFeedForward);
            flowing = attention.backward(scaled(arriving), wanted);
        }
        if (flowing == null) {
            return null;
        }
        return positions == null
                ? flowing.add_(arriving)
                : flowing.index_add_(0, positions, arriving);
    }

    // what arrives at a half of the block
    private Tensor scaled(Tensor arriving) {
        double scale = block.branchScale();
        return scale == 1 ? arriving : arriving.mul(new Scalar(scale));
    }

    @Override
    public void close() {
        attention.close();
        feedForward.close();
        linears.close();
        kept.close();
    }
}
