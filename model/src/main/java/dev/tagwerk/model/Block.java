package dev.tagwerk.model;

import dev.tagwerk.modelfiles.ModelConfig;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * One pre-norm decoder block: attention and SwiGLU feed-forward (Shazeer 2020, arXiv:2002.05202),
 * each added to the fp32 residual stream; with RMS-normalised queries and keys where the
 * architecture has them (Qwen3).
 */
final class Block {
    private final int index;
    private final ModelConfig config;
    private final Placement placement;
    private final Map<Slot, Linear> linears = new EnumMap<>(Slot.class);
    private final Normalization attentionNorm;
    private final Normalization feedForwardNorm;
    private final @Nullable Normalization queryNorm;
    private final @Nullable Normalization keyNorm;

    Block(int index, ModelConfig config, WeightSource weights, Placement placement) {
        this.index = index;
        this.config = config;
        this.placement = placement;
        String path = "model.layers." + index + ".";
        int hidden = config.hiddenSize();
        long q = (long) config.heads() * config.headDim();
        long kv = (long) config.keyValueHeads() * config.headDim();
        linear(Slot.QUERY, path, weights, q, hidden, config.attention().bias());
        linear(Slot.KEY, path, weights, kv, hidden, config.attention().bias());
        linear(Slot.VALUE, path, weights, kv, hidden, config.attention().bias());
        linear(Slot.OUTPUT, path, weights, hidden, q, config.attention().outputBias());
        linear(Slot.GATE, path, weights, config.intermediateSize(), hidden, config.mlpBias());
        linear(Slot.UP, path, weights, config.intermediateSize(), hidden, config.mlpBias());
        linear(Slot.DOWN, path, weights, hidden, config.intermediateSize(), config.mlpBias());
        double epsilon = config.normEpsilon();
        attentionNorm =
                new Normalization(weights.get(path + "input_layernorm.weight", hidden), epsilon);
        feedForwardNorm =
                new Normalization(
                        weights.get(path + "post_attention_layernorm.weight", hidden), epsilon);
        if (config.queryKeyNorm()) {
            int d = config.headDim();
            queryNorm =
                    new Normalization(weights.get(path + "self_attn.q_norm.weight", d), epsilon);
            keyNorm = new Normalization(weights.get(path + "self_attn.k_norm.weight", d), epsilon);
        } else {
            queryNorm = null;
            keyNorm = null;
        }
    }

    private void linear(
            Slot slot, String path, WeightSource weights, long outputs, long inputs, boolean bias) {
        String name = path + slot.path();
        linears.put(
                slot,
                new Linear(
                        weights.get(name + ".weight", outputs, inputs),
                        bias ? weights.get(name + ".bias", outputs) : null,
                        placement.compute().scalarType()));
    }

    /** The residual stream {@code x [tokens, hidden]} after this block, same shape. */
    Tensor forward(
            Tensor x, TokenRows batch, Rotary rotary, Overlay overlay, DropoutStream dropout) {
        Projected p = project(x, rotary, overlay, dropout);
        Tensor attended = Attention.rows(p.query(), p.key(), p.value(), batch.runs());
        return feedForward(attend(x, attended, overlay, dropout), overlay, dropout);
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
        Tensor normed = attentionNorm.apply(x);
        Tensor dropped =
                drop(
                        normed,
                        overlay,
                        dropout,
                        DropoutStream.Place.ATTENTION,
                        Slot.QUERY,
                        Slot.KEY,
                        Slot.VALUE);
        Tensor key = key(normed, dropped, rotary, overlay);
        Tensor value = heads(linear(Slot.VALUE, normed, dropped, overlay), config.keyValueHeads());
        Tensor query =
                query(
                        normed.index_select(0, positions),
                        dropped.index_select(0, positions),
                        rotary.select(positions),
                        overlay);
        Tensor attended = Attention.selected(query, key, value, batch, batch.selected(), placement);
        return feedForward(
                attend(x.index_select(0, positions), attended, overlay, dropout), overlay, dropout);
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
        Projected p = project(x, rotary, overlay, null);
        var run = new TokenRows.Run(0, 1, Math.toIntExact(x.size(0)));
        Tensor key = Attention.heads(p.key(), run);
        Tensor value = Attention.heads(p.value(), run);
        if (cache.holds(index)) {
            key = Tensors.cat(List.of(cache.key(index), key), 2);
            value = Tensors.cat(List.of(cache.value(index), value), 2);
        }
        if (keep) {
            cache.put(index, key, value);
        }
        Tensor out = Attention.masked(Attention.heads(p.query(), run), key, value, mask);
        Tensor attended = out.transpose(1, 2).reshape(x.size(0), config.heads(), config.headDim());
        return feedForward(attend(x, attended, overlay, null), overlay, null);
    }

    private record Projected(Tensor query, Tensor key, Tensor value) {}

    private Projected project(
            Tensor x, Rotary rotary, Overlay overlay, @Nullable DropoutStream dropout) {
        Tensor normed = attentionNorm.apply(x);
        Tensor dropped =
                drop(
                        normed,
                        overlay,
                        dropout,
                        DropoutStream.Place.ATTENTION,
                        Slot.QUERY,
                        Slot.KEY,
                        Slot.VALUE);
        return new Projected(
                query(normed, dropped, rotary, overlay),
                key(normed, dropped, rotary, overlay),
                heads(linear(Slot.VALUE, normed, dropped, overlay), config.keyValueHeads()));
    }

    private Tensor query(Tensor normed, Tensor dropped, Rotary rotary, Overlay overlay) {
        Tensor query = heads(linear(Slot.QUERY, normed, dropped, overlay), config.heads());
        return rotary.apply(queryNorm == null ? query : queryNorm.apply(query));
    }

    private Tensor key(Tensor normed, Tensor dropped, Rotary rotary, Overlay overlay) {
        Tensor key = heads(linear(Slot.KEY, normed, dropped, overlay), config.keyValueHeads());
        return rotary.apply(keyNorm == null ? key : keyNorm.apply(key));
    }

    // [tokens, heads * d] -> [tokens, heads, d], fp32
    private Tensor heads(Tensor x, int heads) {
        Tensor wide = x.scalar_type() == ScalarType.Float ? x : x.to(ScalarType.Float);
        return wide.view(x.size(0), heads, config.headDim());
    }

    private Tensor attend(
            Tensor x, Tensor attended, Overlay overlay, @Nullable DropoutStream dropout) {
        Tensor flat = attended.reshape(attended.size(0), (long) config.heads() * config.headDim());
        Tensor dropped = drop(flat, overlay, dropout, DropoutStream.Place.OUTPUT, Slot.OUTPUT);
        return x.add(linear(Slot.OUTPUT, flat, dropped, overlay));
    }

    private Tensor feedForward(Tensor x, Overlay overlay, @Nullable DropoutStream dropout) {
        Tensor normed = feedForwardNorm.apply(x);
        Tensor dropped =
                drop(
                        normed,
                        overlay,
                        dropout,
                        DropoutStream.Place.FEED_FORWARD,
                        Slot.GATE,
                        Slot.UP);
        Tensor gate = linear(Slot.GATE, normed, dropped, overlay);
        Tensor up = linear(Slot.UP, normed, dropped, overlay);
        Tensor inner = torch.silu(gate).mul(up);
        Tensor innerDropped = drop(inner, overlay, dropout, DropoutStream.Place.DOWN, Slot.DOWN);
        return x.add(linear(Slot.DOWN, inner, innerDropped, overlay));
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
            Slot... slots) {
        if (dropout == null || !dropout.active()) {
            return x;
        }
        for (Slot slot : slots) {
            if (overlay.pair(index, slot).isPresent()) {
                return dropout.forPlace(place).apply(x);
            }
        }
        return x;
    }

    int index() {
        return index;
    }

    Placement placement() {
        return placement;
    }

    Normalization attentionNorm() {
        return attentionNorm;
    }

    Normalization feedForwardNorm() {
        return feedForwardNorm;
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
        return heads(x, slot == Slot.QUERY ? config.heads() : config.keyValueHeads());
    }

    Linear linearOf(Slot slot) {
        Linear linear = linears.get(slot);
        if (linear == null) {
            throw new ModelException("no linear map " + slot + " in block " + index);
        }
        return linear;
    }
}
