package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A frozen base under LoRA pairs, differentiated by hand block by block. With activation
 * checkpointing only the blocks' inputs are kept and each block runs again when its gradient is due
 * (Chen et al. 2016, arXiv:1604.06174). Nothing flows back below the first trained block, and
 * nothing of the blocks below it is kept, unless the embedding is trained.
 */
final class AdapterTrunk implements Trunk {
    private final Decoder decoder;
    private final Overlay overlay;
    private final Parameters parameters;
    private final ParameterIndex index;
    private final int worker;
    private final boolean checkpointing;
    private final int lowest;
    private final TokenRows batch;
    private final DropoutStream dropout;
    private final Rotaries rotaries;
    private final @Nullable Tensor positions;
    private final List<Tensor> inputs = new ArrayList<>();
    private final List<@Nullable BlockGradient> blocks = new ArrayList<>();
    private final Kept kept = new Kept();
    private final Tensor hidden;

    AdapterTrunk(
            Decoder decoder,
            Overlay overlay,
            Parameters parameters,
            ParameterIndex index,
            int worker,
            boolean checkpointing,
            TokenRows batch,
            DropoutStream dropout) {
        this.decoder = decoder;
        this.overlay = overlay;
        this.parameters = parameters;
        this.index = index;
        this.worker = worker;
        this.checkpointing = checkpointing;
        this.lowest = index.embedding().isEmpty() ? index.lowestBlock() : 0;
        this.batch = batch;
        this.dropout = dropout;
        rotaries = decoder.rotaries(batch);
        positions =
                batch.everywhere() ? null : Tensors.longs(decoder.placement(), batch.selected());
        try (NoGradGuard guard = new NoGradGuard()) {
            Tensor x = kept.keep(decoder.embed(batch.flatIds(), overlay));
            for (int i = 0; i < decoder.config().layers(); i++) {
                inputs.add(x);
                try (PointerScope temporary = new PointerScope()) {
                    BlockGradient block = block(i);
                    x = kept.keep(block.forward());
                    blocks.add(checkpointing || i < lowest ? discarded(block) : block);
                }
            }
            inputs.add(x);
            Tensor stream = x;
            hidden = PointerScopes.keep(() -> decoder.finalNorm().apply(stream));
        }
    }

    private static @Nullable BlockGradient discarded(BlockGradient block) {
        block.close();
        return null;
    }

    private BlockGradient block(int i) {
        boolean last = i == decoder.config().layers() - 1;
        return new BlockGradient(
                decoder.block(i),
                overlay,
                parameters,
                worker,
                inputs.get(i),
                batch,
                last ? positions : null,
                rotaries.of(i),
                dropout.forBlock(i));
    }

    @Override
    public Tensor hidden() {
        return hidden;
    }

    @Override
    public void backward(Tensor arriving) {
        Kept flowing = new Kept();
        Tensor gradient;
        try (NoGradGuard guard = new NoGradGuard()) {
            try (PointerScope temporary = new PointerScope()) {
                gradient = flowing.keep(decoder.finalNorm().back(inputs.getLast(), arriving));
            }
            for (int i = decoder.config().layers() - 1; i >= lowest; i--) {
                Kept next = new Kept();
                gradient = blockBackward(i, gradient, next);
                flowing.close(); // each is as large as a block's input: one at a time
                flowing = next;
            }
        }
        index.embeddingBackward(decoder, overlay, batch, worker, gradient);
        flowing.close();
    }

    private Tensor blockBackward(int i, Tensor arriving, Kept next) {
        try (PointerScope temporary = new PointerScope()) {
            BlockGradient block = blocks.get(i);
            if (block == null) {
                block = block(i);
                try (PointerScope forward = new PointerScope()) {
                    Tensor ignored = block.forward();
                }
            }
            boolean wanted = i > lowest || !index.embedding().isEmpty();
            Tensor flowing = block.backward(arriving, wanted);
            block.close();
            blocks.set(i, null);
            return next.keep(flowing == null ? arriving : flowing);
        }
    }

    @Override
    public void close() {
        for (BlockGradient block : blocks) {
            if (block != null) {
                block.close();
            }
        }
        kept.close();
    }
}
