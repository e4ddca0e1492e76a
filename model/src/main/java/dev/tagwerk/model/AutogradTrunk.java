package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * The network differentiated by libtorch: for full fine-tuning, and the yardstick of {@link
 * AdapterTrunk}'s tests. With activation checkpointing the graph is cut at each block.
 */
final class AutogradTrunk implements Trunk {
    private final Decoder decoder;
    private final Overlay overlay;
    private final Parameters parameters;
    private final ParameterIndex index;
    private final int worker;
    private final boolean checkpointing;
    private final TokenRows batch;
    private final DropoutStream dropout;
    private final Rotaries rotaries;
    private final List<Tensor> blockInputs = new ArrayList<>();
    private final Tensor output;

    AutogradTrunk(
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
        this.batch = batch;
        this.dropout = dropout;
        rotaries = decoder.rotaries(batch);
        output = checkpointing ? forwardInPieces() : decoder.hidden(batch, overlay, dropout);
    }

    private Tensor forwardInPieces() {
        try (NoGradGuard guard = new NoGradGuard()) {
            Tensor x = decoder.embed(batch.flatIds(), overlay);
            for (int i = 0; i < decoder.config().layers(); i++) {
                blockInputs.add(x);
                int block = i;
                Tensor input = x;
                x = PointerScopes.keep(() -> piece(block, input));
            }
            return x;
        }
    }

    /** Block {@code i}, the last one with the final norm. */
    private Tensor piece(int i, Tensor input) {
        return i == decoder.config().layers() - 1
                ? decoder.finish(input, batch, rotaries.of(i), overlay, dropout)
                : decoder.block(i)
                        .forward(input, batch, rotaries.of(i), overlay, dropout.forBlock(i));
    }

    @Override
    public Tensor hidden() {
        return output.detach();
    }

    @Override
    public void backward(Tensor arriving) {
        if (!checkpointing) {
            ParameterIndex.addGradients(
                    parameters,
                    worker,
                    index.trunk(),
                    Autograd.gradients(output, index.leaves(index.trunk()), arriving));
            return;
        }
        Tensor flowing = arriving;
        for (int i = decoder.config().layers() - 1; i >= 0; i--) {
            int block = i;
            Tensor gradient = flowing;
            flowing = PointerScopes.keep(() -> pieceBackward(block, gradient));
        }
        index.embeddingBackward(decoder, overlay, batch, worker, flowing);
    }

    private Tensor pieceBackward(int block, Tensor arriving) {
        Tensor input = blockInputs.get(block).detach().requires_grad_(true);
        List<Integer> own = index.block(block);
        List<Tensor> wanted = new ArrayList<>(List.of(input));
        wanted.addAll(index.leaves(own));
        List<Tensor> gradients = Autograd.gradients(piece(block, input), wanted, arriving);
        ParameterIndex.addGradients(
                parameters, worker, own, gradients.subList(1, gradients.size()));
        return gradients.getFirst();
    }

    @Override
    public void close() {
        // all tensors belong to the caller's scope
    }
}
