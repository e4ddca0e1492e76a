package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * One worker's forward and backward pass over its share of a batch; gradients are added to the
 * worker's buffer.
 *
 * <p>The loss is cut off the network at the last hidden states: the language model head sees chunks
 * of label positions, so that {@code [labels, vocab]} never exists whole.
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
    private final TrainableModel.Gradients gradients;

    /**
     * @param gradients how an adapter's network is differentiated
     */
    GradientPass(
            Decoder decoder,
            Overlay overlay,
            @Nullable PointerHead head,
            Parameters parameters,
            ParameterIndex index,
            int worker,
            boolean checkpointing,
            TrainableModel.Gradients gradients) {
        this.decoder = decoder;
        this.overlay = overlay;
        this.head = head;
        this.parameters = parameters;
        this.index = index;
        this.worker = worker;
        this.checkpointing = checkpointing;
        this.gradients = gradients;
    }

    /**
     * Adds the gradient of {@code scale * loss} to the worker's buffer and returns the unscaled sum
     * of the losses.
     */
    double run(WorkItem item, double scale, DropoutStream dropout, DropoutStream headDropout) {
        return switch (item) {
            case WorkItem.Text text -> text(text, scale, dropout);
            case WorkItem.Decisions decisions -> decisions(decisions, scale, dropout, headDropout);
        };
    }

    private double text(WorkItem.Text item, double scale, DropoutStream dropout) {
        TextLabels labels =
                TextLabels.of(
                        item.rows(),
                        sharing(dropout, item.rows().stream().map(TextInput::ids).toList()));
        try (Trunk trunk = forward(labels.batch(), dropout)) {
            // The head drops as if it were one more block.
            return text(labels, trunk, scale, dropout.forBlock(decoder.config().layers()));
        }
    }

    private double text(TextLabels labels, Trunk trunk, double scale, DropoutStream dropout) {
        Tensor hiddenGradient = torch.empty_like(trunk.hidden()); // [labels, hidden]
        double loss = 0;
        int count = labels.targets().length;
        for (int start = 0; start < count; start += LABELS_AT_ONCE) {
            int size = Math.min(LABELS_AT_ONCE, count - start);
            // What a chunk makes is the largest of the pass where the vocabulary is large.
            try (PointerScope chunk = new PointerScope()) {
                Tensor part = trunk.hidden().narrow(0, start, size).detach().requires_grad_(true);
                Tensor targets =
                        Tensors.longs(
                                decoder.placement(),
                                Arrays.copyOfRange(labels.targets(), start, start + size));
                DropoutStream own = dropout.forBlock(start / LABELS_AT_ONCE);
                Tensor dropped = overlay.head().isPresent() ? own.apply(part) : part;
                Tensor sum = crossEntropySum(decoder.logits(part, overlay, dropped), targets);
                loss += sum.item_double();
                List<Tensor> inputs = new ArrayList<>(List.of(part));
                inputs.addAll(index.leaves(index.languageHead()));
                List<Tensor> gradients =
                        Autograd.gradients(sum.mul(new Scalar(scale)), inputs, null);
                hiddenGradient.narrow(0, start, size).copy_(gradients.getFirst());
                add(index.languageHead(), gradients.subList(1, gradients.size()));
            }
        }
        trunk.backward(hiddenGradient);
        return loss;
    }

    static Tensor crossEntropySum(Tensor logits, Tensor targets) {
        return torch.cross_entropy_loss(
                logits, targets, new TensorOptional(), CROSS_ENTROPY_SUM, -100, 0.0);
    }

    private double decisions(
            WorkItem.Decisions item,
            double scale,
            DropoutStream dropout,
            DropoutStream headDropout) {
        if (head == null) {
            throw new ModelException("decisions need a head; this model has none");
        }
        SharedPrefixes packed =
                DecisionLayout.packed(
                        item.questions(),
                        sharing(
                                dropout,
                                item.questions().stream().map(DecisionInput::ids).toList()));
        DecisionLayout layout = DecisionLayout.of(item.questions(), packed.starts());
        TokenRows batch = packed.batch();
        Tensor targets = DecisionTargets.of(item, layout, decoder);
        try (Trunk trunk = forward(batch, dropout)) {
            return decisions(layout, targets, trunk, scale, headDropout, head);
        }
    }

    private double decisions(
            DecisionLayout layout,
            Tensor targets,
            Trunk trunk,
            double scale,
            DropoutStream headDropout,
            PointerHead head) {
        Tensor hidden = trunk.hidden().detach().requires_grad_(true);
        Tensor logits = head.logits(hidden, layout, headDropout, decoder.placement());
        Tensor logProbabilities = PointerHead.logProbabilities(logits, layout, decoder.placement());
        Tensor loss = logProbabilities.mul(targets).sum().neg();
        List<Tensor> inputs = new ArrayList<>(List.of(hidden));
        inputs.addAll(index.leaves(index.pointerHead()));
        List<Tensor> gradients = Autograd.gradients(loss.mul(new Scalar(scale)), inputs, null);
        add(index.pointerHead(), gradients.subList(1, gradients.size()));
        trunk.backward(gradients.getFirst());
        return loss.item_double();
    }

    private Trunk forward(TokenRows batch, DropoutStream dropout) {
        return byHand()
                ? new AdapterTrunk(
                        decoder, overlay, parameters, index, worker, checkpointing, batch, dropout)
                : new AutogradTrunk(
                        decoder, overlay, parameters, index, worker, checkpointing, batch, dropout);
    }

    private boolean byHand() {
        return !index.wholeInBlocks()
                && !overlay.isEmpty()
                && gradients != TrainableModel.Gradients.DIFFERENTIATED;
    }

    // Dropout draws a mask for each token of each row: one beginning for all would be another loss.
    private boolean sharing(DropoutStream dropout, List<int[]> rows) {
        int longest = rows.stream().mapToInt(row -> row.length).max().orElse(0);
        return byHand()
                && gradients == TrainableModel.Gradients.BY_HAND
                && !dropout.active()
                && decoder.sharesBeginnings(longest);
    }

    private void add(List<Integer> which, List<Tensor> gradients) {
        ParameterIndex.addGradients(parameters, worker, which, gradients);
    }
}
