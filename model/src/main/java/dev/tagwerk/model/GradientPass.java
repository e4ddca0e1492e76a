package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * One worker's forward and backward pass over its share of a batch; gradients are added to the worker's
 * buffer.
 *
 * <p>The loss is cut off the network at the last hidden states: the language model head sees chunks of
 * label positions, so that {@code [labels, vocab]} never exists whole. With activation checkpointing the
 * network is cut at each block as well, and a block is recomputed when its gradient is due (Chen et al.
 * 2016, arXiv:1604.06174).
 */
final class GradientPass {
    private static final int LABELS_AT_ONCE = 512;
    private static final long CROSS_ENTROPY_SUM = 2; // at::Reduction::Sum

    private final Decoder decoder;
    private final Overlay overlay;
    private final @Nullable PointerHead head;
    private final Parameters parameters;
    private final ParameterIndex index;
    private final int worker;
    private final boolean checkpointing;

    GradientPass(
            Decoder decoder,
            Overlay overlay,
            @Nullable PointerHead head,
            Parameters parameters,
            ParameterIndex index,
            int worker,
            boolean checkpointing) {
        this.decoder = decoder;
        this.overlay = overlay;
        this.head = head;
        this.parameters = parameters;
        this.index = index;
        this.worker = worker;
        this.checkpointing = checkpointing;
    }

    /**
     * Adds the gradient of {@code scale * loss} to the worker's buffer and returns the unscaled sum of
     * the losses.
     */
    double run(WorkItem item, double scale, DropoutStream dropout, DropoutStream headDropout) {
        return switch (item) {
            case WorkItem.Text text -> text(text, scale, dropout);
            case WorkItem.Decisions decisions -> decisions(decisions, scale, dropout, headDropout);
        };
    }

    private double text(WorkItem.Text item, double scale, DropoutStream dropout) {
        TextLabels labels = TextLabels.of(item.rows());
        Trunk trunk = forward(labels.batch(), dropout);
        List<Tensor> hiddenGradients = new ArrayList<>();
        double loss = 0;
        int count = labels.targets().length;
        for (int start = 0; start < count; start += LABELS_AT_ONCE) {
            int size = Math.min(LABELS_AT_ONCE, count - start);
            Tensor part = trunk.hidden().narrow(0, start, size).detach().requires_grad_(true);
            Tensor targets =
                    Tensors.longs(
                            decoder.placement(),
                            java.util.Arrays.copyOfRange(labels.targets(), start, start + size));
            Tensor sum = crossEntropySum(decoder.logits(part), targets);
            loss += sum.item_double();
            List<Tensor> inputs = new ArrayList<>(List.of(part));
            inputs.addAll(index.leaves(index.languageHead()));
            List<Tensor> gradients = gradients(sum.mul(new Scalar(scale)), inputs, null);
            hiddenGradients.add(gradients.getFirst());
            add(index.languageHead(), gradients.subList(1, gradients.size()));
        }
        backward(trunk, Tensors.cat(hiddenGradients, 0), labels.batch(), dropout);
        return loss;
    }

    static Tensor crossEntropySum(Tensor logits, Tensor targets) {
        return torch.cross_entropy_loss(
                logits, targets, new TensorOptional(), CROSS_ENTROPY_SUM, -100, 0.0);
    }

    private double decisions(
            WorkItem.Decisions item, double scale, DropoutStream dropout, DropoutStream headDropout) {
        if (head == null) {
            throw new ModelException("decisions need a head; this model has none");
        }
        DecisionLayout layout = DecisionLayout.of(item.questions());
        TokenRows batch =
                new TokenRows(
                        item.questions().stream().map(DecisionInput::ids).toList(), layout.selected());
        Tensor targets = DecisionTargets.of(item, layout, decoder);
        Trunk trunk = forward(batch, dropout);
        Tensor hidden = trunk.hidden().detach().requires_grad_(true);
        Tensor logits = head.logits(hidden, layout, headDropout, decoder.placement());
        Tensor logProbabilities = PointerHead.logProbabilities(logits, layout, decoder.placement());
        Tensor loss = logProbabilities.mul(targets).sum().neg();
        List<Tensor> inputs = new ArrayList<>(List.of(hidden));
        inputs.addAll(index.leaves(index.pointerHead()));
        List<Tensor> gradients = gradients(loss.mul(new Scalar(scale)), inputs, null);
        add(index.pointerHead(), gradients.subList(1, gradients.size()));
        backward(trunk, gradients.getFirst(), batch, dropout);
        return loss.item_double();
    }

    /** The network's output and, under checkpointing, each block's input. */
    private record Trunk(Tensor hidden, List<Tensor> blockInputs, Rotary rotary) {}

    private Trunk forward(TokenRows batch, DropoutStream dropout) {
        if (!checkpointing) {
            Rotary rotary = decoder.rotary(batch.flatPositions());
            return new Trunk(decoder.hidden(batch, overlay, dropout), List.of(), rotary);
        }
        try (NoGradGuard guard = new NoGradGuard()) {
            Rotary rotary = decoder.rotary(batch.flatPositions());
            List<Tensor> inputs = new ArrayList<>();
            Tensor x = decoder.embed(batch.flatIds());
            inputs.add(x);
            for (int i = 0; i < decoder.config().layers() - 1; i++) {
                int block = i;
                Tensor input = x;
                x =
                        PointerScopes.keep(
                                () ->
                                        decoder.block(block)
                                                .forward(
                                                        input,
                                                        batch,
                                                        rotary,
                                                        overlay,
                                                        dropout.forBlock(block)));
                inputs.add(x);
            }
            Tensor last = x;
            Tensor hidden =
                    PointerScopes.keep(() -> decoder.finish(last, batch, rotary, overlay, dropout));
            return new Trunk(hidden, inputs, rotary);
        }
    }

    private void backward(Trunk trunk, Tensor gradient, TokenRows batch, DropoutStream dropout) {
        if (!checkpointing) {
            add(index.trunk(), gradients(trunk.hidden(), index.leaves(index.trunk()), gradient));
            return;
        }
        Tensor flowing = gradient;
        for (int i = decoder.config().layers() - 1; i >= 0; i--) {
            int block = i;
            Tensor arriving = flowing;
            flowing =
                    PointerScopes.keep(() -> blockBackward(block, trunk, arriving, batch, dropout));
        }
        if (!index.embedding().isEmpty()) {
            Tensor embedded = decoder.embed(batch.flatIds());
            add(index.embedding(), gradients(embedded, index.leaves(index.embedding()), flowing));
        }
    }

    private Tensor blockBackward(
            int block, Trunk trunk, Tensor arriving, TokenRows batch, DropoutStream dropout) {
        Tensor input = trunk.blockInputs().get(block).detach().requires_grad_(true);
        boolean last = block == decoder.config().layers() - 1;
        Tensor output =
                last
                        ? decoder.finish(input, batch, trunk.rotary(), overlay, dropout)
                        : decoder.block(block)
                                .forward(
                                        input,
                                        batch,
                                        trunk.rotary(),
                                        overlay,
                                        dropout.forBlock(block));
        List<Integer> own = index.block(block);
        List<Tensor> inputs = new ArrayList<>(List.of(input));
        inputs.addAll(index.leaves(own));
        List<Tensor> gradients = gradients(output, inputs, arriving);
        add(own, gradients.subList(1, gradients.size()));
        return gradients.getFirst();
    }

    private void add(List<Integer> which, List<Tensor> gradients) {
        try (NoGradGuard guard = new NoGradGuard()) {
            List<Tensor> views = parameters.gradientViews(worker);
            for (int i = 0; i < which.size(); i++) {
                if (gradients.get(i).defined()) {
                    views.get(which.get(i)).add_(gradients.get(i));
                }
            }
        }
    }

    private static List<Tensor> gradients(
            Tensor output, List<Tensor> inputs, @Nullable Tensor arriving) {
        if (inputs.isEmpty()) {
            return List.of();
        }
        TensorVector result;
        try (PointerScope scope = new PointerScope()) {
            TensorVector given =
                    arriving == null ? new TensorVector() : new TensorVector(arriving);
            result =
                    torch.grad(
                            new TensorVector(output),
                            Tensors.vector(inputs),
                            given,
                            new BoolOptional(false),
                            false,
                            true);
            result.retainReference();
        }
        List<Tensor> list = new ArrayList<>();
        for (long i = 0; i < result.size(); i++) {
            list.add(new Tensor(result.get(i)));
        }
        result.releaseReference();
        return list;
    }
}
