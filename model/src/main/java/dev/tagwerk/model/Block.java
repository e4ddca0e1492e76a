package dev.tagwerk.model;

import dev.tagwerk.modelfiles.BlockLayout;
import dev.tagwerk.modelfiles.ModelConfig;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * One decoder block: attention and feed-forward, each added to the fp32 residual stream. Its
 * configuration says in which order it normalises and adds, and what its parts are.
 */
final class Block {
    private final int index;
    private final ModelConfig config;
    private final Placement placement;
    private final BlockSlots slots;
    private final LayerAttention attention;
    private final FeedForward feedForward;
    private final Map<Slot, Linear> linears = new EnumMap<>(Slot.class);
    private final List<Normalization> norms = new ArrayList<>();
    private final @Nullable Normalization queryNorm;
    private final @Nullable Normalization keyNorm;

    Block(int index, ModelConfig config, WeightSource weights, Placement placement) {
        this.index = index;
        this.config = config;
        this.placement = placement;
        slots = BlockSlots.of(config);
        attention = LayerAttention.of(config.attention(), index, placement);
        feedForward = FeedForward.of(config);
        String path = "model.layers." + index + ".";
        for (Slot slot : slots.all()) {
            long outputs = WeightShapes.outputs(config, slot);
            String name = path + slot.path();
            linears.put(
                    slot,
                    new Linear(
                            weights.matrix(
                                    name + ".weight", outputs, WeightShapes.inputs(config, slot)),
                            WeightShapes.biased(config, slot)
                                    ? weights.get(name + ".bias", outputs)
                                    : null,
                            placement.compute().scalarType()));
        }
        for (String norm : config.layout().norms()) {
            norms.add(Normalization.of(config, weights, path + norm, config.hiddenSize()));
        }
        boolean perHead = config.queryKeyNorm();
        int d = config.headDim();
        queryNorm =
                perHead ? Normalization.of(config, weights, path + "self_attn.q_norm", d) : null;
        keyNorm = perHead ? Normalization.of(config, weights, path + "self_attn.k_norm", d) : null;
    }

    /** The residual stream {@code x [tokens, hidden]} after this block, same shape. */
    Tensor forward(
            Tensor x, TokenRows batch, Rotary rotary, Overlay overlay, DropoutStream dropout) {
        Heads p = project(attentionNorm().apply(x), overlay, dropout);
        Tensor attended =
                attention.rows(
                        attention.scaled(rotary.apply(p.query())),
                        rotary.apply(p.key()),
                        p.value(),
                        batch);
        return finish(x, attended, overlay, dropout);
    }

    /**
     * The same where only {@code selected} positions are wanted afterwards: keys and values of all
     * tokens, the rest of the block for the selected ones. {@code [selected, hidden]}.
     */
    Tensor forwardSelected(
            Tensor x,
            TokenRows batch,
            Tensor positions,
            Rotary rotary,
            Overlay overlay,
            DropoutStream dropout) {
        Tensor normed = attentionNorm().apply(x);
        Tensor dropped = dropForAttention(normed, overlay, dropout);
        Heads p =
                config.architecture().fusedQueryKeyValue()
                        ? project(normed, dropped, overlay).select(positions)
                        : new Heads(
                                query(
                                        normed.index_select(0, positions),
                                        dropped.index_select(0, positions),
                                        overlay),
                                key(normed, dropped, overlay),
                                value(normed, dropped, overlay));
        Tensor attended =
                attention.selected(
                        attention.scaled(rotary.select(positions).apply(p.query())),
                        rotary.apply(p.key()),
                        p.value(),
                        batch);
        return finish(x.index_select(0, positions), attended, overlay, dropout);
    }

    /**
     * One row {@code x [length, hidden]} that also attends to what {@code cache} holds; {@code mask
     * [length, cached + length]} is added to the scores. The row's keys are appended when {@code
     * keep}.
     */
    Tensor extend(
            Tensor x,
            Tensor mask,
            Rotary rotary,
            Overlay overlay,
            KeyValueCache cache,
            boolean keep) {
        Heads p = project(attentionNorm().apply(x), overlay, null);
        var run = new TokenRows.Run(0, 1, Math.toIntExact(x.size(0)));
        Tensor key = Attention.heads(rotary.apply(p.key()), run);
        Tensor value = Attention.heads(p.value(), run);
        if (cache.holds(index)) {
            key = Tensors.cat(List.of(cache.key(index), key), 2);
            value = Tensors.cat(List.of(cache.value(index), value), 2);
        }
        if (keep) {
            cache.put(index, key, value);
        }
        Tensor query = Attention.heads(attention.scaled(rotary.apply(p.query())), run);
        Tensor out = attention.masked(query, key, value, mask);
        Tensor attended = out.transpose(1, 2).reshape(x.size(0), config.heads(), config.headDim());
        return finish(x, attended, overlay, null);
    }

    private Heads project(Tensor normed, Overlay overlay, @Nullable DropoutStream dropout) {
        return project(normed, dropForAttention(normed, overlay, dropout), overlay);
    }

    private Heads project(Tensor normed, Tensor dropped, Overlay overlay) {
        if (config.architecture().fusedQueryKeyValue()) {
            return Heads.fused(linear(Slot.QUERY_KEY_VALUE, normed, dropped, overlay), config);
        }
        return new Heads(
                query(normed, dropped, overlay),
                key(normed, dropped, overlay),
                value(normed, dropped, overlay));
    }

    private Tensor query(Tensor normed, Tensor dropped, Overlay overlay) {
        Tensor query = split(linear(Slot.QUERY, normed, dropped, overlay), Slot.QUERY);
        return queryNorm == null ? query : queryNorm.apply(query);
    }

    private Tensor key(Tensor normed, Tensor dropped, Overlay overlay) {
        Tensor key = split(linear(Slot.KEY, normed, dropped, overlay), Slot.KEY);
        return keyNorm == null ? key : keyNorm.apply(key);
    }

    private Tensor value(Tensor normed, Tensor dropped, Overlay overlay) {
        return split(linear(Slot.VALUE, normed, dropped, overlay), Slot.VALUE);
    }

    private Tensor dropForAttention(
            Tensor normed, Overlay overlay, @Nullable DropoutStream dropout) {
        return drop(normed, overlay, dropout, DropoutStream.Place.ATTENTION, slots.attention());
    }

    /** The stream after the attended heads {@code [n, heads, d]} and the feed-forward block. */
    private Tensor finish(
            Tensor x, Tensor attended, Overlay overlay, @Nullable DropoutStream dropout) {
        Tensor flat = attended.reshape(attended.size(0), (long) config.heads() * config.headDim());
        Tensor dropped =
                drop(flat, overlay, dropout, DropoutStream.Place.OUTPUT, List.of(slots.output()));
        Tensor output = linear(slots.output(), flat, dropped, overlay);
        if (parallel()) {
            return add(add(x, output), feedForward(x, overlay, dropout));
        }
        Normalization afterAttention = afterAttention();
        Normalization afterFeedForward = afterFeedForward();
        Tensor middle = add(x, afterAttention == null ? output : afterAttention.apply(output));
        Tensor forward = feedForward(middle, overlay, dropout);
        return add(middle, afterFeedForward == null ? forward : afterFeedForward.apply(forward));
    }

    /** The stream with what one half of the block adds to it. */
    Tensor add(Tensor x, Tensor branch) {
        double scale = branchScale();
        return scale == 1 ? x.add(branch) : x.add(branch, new Scalar(scale));
    }

    double branchScale() {
        return config.scales().branch();
    }

    /** Whether both halves read the stream before either adds to it. */
    boolean parallel() {
        return config.layout().parallel();
    }

    private Tensor feedForward(Tensor x, Overlay overlay, @Nullable DropoutStream dropout) {
        Tensor normed = feedForwardNorm().apply(x);
        Tensor dropped =
                drop(
                        normed,
                        overlay,
                        dropout,
                        DropoutStream.Place.FEED_FORWARD,
                        slots.feedForward());
        Tensor first = linear(slots.feedForward().getFirst(), normed, dropped, overlay);
        Tensor inner =
                feedForward.gated()
                        ? feedForward.apply(
                                first,
                                linear(slots.feedForward().getLast(), normed, dropped, overlay))
                        : feedForward.apply(first);
        Tensor innerDropped =
                drop(inner, overlay, dropout, DropoutStream.Place.DOWN, List.of(slots.down()));
        return linear(slots.down(), inner, innerDropped, overlay);
    }

    private Tensor linear(Slot slot, Tensor x, Tensor dropped, Overlay overlay) {
        Optional<LoraPair> lora = overlay.pair(index, slot);
        return linearOf(slot).apply(x, lora, dropped);
    }

    // One mask for the linears that share an input: the input is then kept once for the backward
    // pass.
    private Tensor drop(
            Tensor x,
            Overlay overlay,
            @Nullable DropoutStream dropout,
            DropoutStream.Place place,
            List<Slot> readers) {
        if (dropout == null || !dropout.active()) {
            return x;
        }
        for (Slot slot : readers) {
            if (overlay.pair(index, slot).isPresent()) {
                return dropout.forPlace(place).apply(x);
            }
        }
        return x;
    }

    int index() {
        return index;
    }

    ModelConfig config() {
        return config;
    }

    BlockSlots slots() {
        return slots;
    }

    LayerAttention attention() {
        return attention;
    }

    FeedForward function() {
        return feedForward;
    }

    Placement placement() {
        return placement;
    }

    Normalization attentionNorm() {
        return norms.getFirst();
    }

    Normalization feedForwardNorm() {
        return switch (config.layout()) {
            case SERIAL, PARALLEL_TWO_NORMS -> norms.get(1);
            case SANDWICH -> norms.get(2);
            case PARALLEL -> norms.getFirst();
        };
    }

    /** The norm of what attention adds, where there is one. */
    @Nullable Normalization afterAttention() {
        return config.layout() == BlockLayout.SANDWICH ? norms.get(1) : null;
    }

    /** The norm of what the feed-forward half adds, where there is one. */
    @Nullable Normalization afterFeedForward() {
        return config.layout() == BlockLayout.SANDWICH ? norms.get(3) : null;
    }

    @Nullable Normalization queryNorm() {
        return queryNorm;
    }

    @Nullable Normalization keyNorm() {
        return keyNorm;
    }

    /**
     * {@code [tokens, heads * d] -> [tokens, heads, d]}, fp32, for queries or for keys and values.
     */
    Tensor split(Tensor x, Slot slot) {
        int heads = slot == Slot.QUERY ? config.heads() : config.keyValueHeads();
        return wide(x).view(x.size(0), heads, config.headDim());
    }

    private static Tensor wide(Tensor x) {
        return x.scalar_type() == ScalarType.Float ? x : x.to(ScalarType.Float);
    }

    Linear linearOf(Slot slot) {
        Linear linear = linears.get(slot);
        if (linear == null) {
            throw new ModelException("no linear map " + slot + " in block " + index);
        }
        return linear;
    }
}
