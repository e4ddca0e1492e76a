package dev.tagwerk.model;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.AutoGradMode;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * One block under a LoRA adapter, forwards and backwards by hand, for one worker and one
 * micro-batch.
 *
 * <p>Kept between the two: the block's input, queries, keys and values, the attention's result, the
 * stream after attention, gate and up. Normalised inputs, SwiGLU's product and dropout masks are
 * made again. The same formulas as {@link Block}, which autograd differentiates in the tests;
 * attention itself is differentiated by libtorch.
 */
final class BlockGradient implements AutoCloseable {
    private final Block block;
    private final Map<Slot, LoraGradient> linears = new EnumMap<>(Slot.class);
    private final Map<Slot, Tensor> lows = new EnumMap<>(Slot.class);
    private final TokenRows batch;
    private final @Nullable Tensor positions;
    private final Rotary rotary;
    private final DropoutStream dropout;
    private final Kept kept = new Kept();
    private final Tensor input;
    private @Nullable Saved saved;

    private record Saved(
            @Nullable Tensor queryBeforeNorm,
            @Nullable Tensor keyBeforeNorm,
            Tensor query,
            Tensor key,
            Tensor value,
            Tensor attended,
            Tensor middle,
            Tensor gate,
            Tensor up) {}

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
        this.batch = batch;
        this.positions = positions;
        this.rotary = rotary;
        this.dropout = dropout;
        for (Slot slot : Slot.values()) {
            LoraPair pair = overlay.pair(block.index(), slot).orElse(null);
            linears.put(
                    slot,
                    pair == null
                            ? new LoraGradient(block.linearOf(slot), null, null, null)
                            : new LoraGradient(
                                    block.linearOf(slot),
                                    pair,
                                    parameters.gradient(worker, LoraNames.a(block.index(), slot)),
                                    parameters.gradient(worker, LoraNames.b(block.index(), slot))));
        }
    }

    /** The stream after this block: {@code [tokens or selected, hidden]}; the caller keeps it. */
    Tensor forward() {
        Inputs normed = attentionInputs();
        Tensor query =
                block.split(
                        linear(Slot.QUERY, select(normed.plain()), select(normed.dropped())),
                        Slot.QUERY);
        Tensor key = block.split(linear(Slot.KEY, normed.plain(), normed.dropped()), Slot.KEY);
        Tensor value =
                block.split(linear(Slot.VALUE, normed.plain(), normed.dropped()), Slot.VALUE);
        Normalization queryNorm = block.queryNorm();
        Normalization keyNorm = block.keyNorm();
        Tensor turnedQuery =
                queryRotary()
                        .apply(queryNorm == null ? query : queryNorm.apply(query))
                        .requires_grad_(true);
        Tensor turnedKey =
                rotary.apply(keyNorm == null ? key : keyNorm.apply(key)).requires_grad_(true);
        Tensor values = value.contiguous().requires_grad_(true);
        Tensor attended;
        try (AutoGradMode on = new AutoGradMode(true)) {
            attended =
                    positions == null
                            ? Attention.rows(turnedQuery, turnedKey, values, batch.runs())
                            : Attention.selected(
                                    turnedQuery,
                                    turnedKey,
                                    values,
                                    batch,
                                    batch.selected(),
                                    block.placement());
        }
        Tensor flat = flat(attended.detach());
        Tensor middle =
                select(input)
                        .add(
                                linear(
                                        Slot.OUTPUT,
                                        flat,
                                        drop(flat, DropoutStream.Place.OUTPUT, Slot.OUTPUT)
                                                .dropped()));
        Inputs second = feedForwardInputs(middle);
        Tensor gate = linear(Slot.GATE, second.plain(), second.dropped());
        Tensor up = linear(Slot.UP, second.plain(), second.dropped());
        Tensor inner = torch.silu(gate).mul_(up);
        Tensor output =
                linear(Slot.DOWN, inner, drop(inner, DropoutStream.Place.DOWN, Slot.DOWN).dropped())
                        .add(middle);
        saved =
                new Saved(
                        queryNorm == null ? null : kept.keep(query),
                        keyNorm == null ? null : kept.keep(key),
                        kept.keep(turnedQuery),
                        kept.keep(turnedKey),
                        kept.keep(values),
                        kept.keep(attended),
                        kept.keep(middle),
                        kept.keep(gate),
                        kept.keep(up));
        lows.values().forEach(kept::keep);
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
        Saved s = saved;
        if (s == null) {
            throw new ModelException("backward before forward");
        }
        Tensor middleGradient = feedForwardBackward(s, arriving);
        Tensor flat = flat(s.attended().detach());
        Inputs flatInputs = drop(flat, DropoutStream.Place.OUTPUT, Slot.OUTPUT);
        Tensor flatGradient = back(Slot.OUTPUT, middleGradient, flatInputs, null, true);
        List<Tensor> attention =
                Autograd.gradients(
                        s.attended(),
                        List.of(s.query(), s.key(), s.value()),
                        wide(flatGradient).view(s.attended().shape()));
        Tensor queryGradient =
                throughNorm(
                        block.queryNorm(),
                        s.queryBeforeNorm(),
                        queryRotary().back(attention.get(0)));
        Tensor keyGradient =
                throughNorm(block.keyNorm(), s.keyBeforeNorm(), rotary.back(attention.get(1)));
        Inputs normed = attentionInputs();
        Inputs queryInputs =
                positions == null
                        ? normed
                        : new Inputs(
                                select(normed.plain()),
                                select(normed.dropped()),
                                normed.mask() == null ? null : select(normed.mask()));
        Tensor gradient = back(Slot.KEY, flat(keyGradient), normed, null, wanted);
        gradient = back(Slot.VALUE, flat(attention.get(2)), normed, gradient, wanted);
        if (positions == null) {
            gradient = back(Slot.QUERY, flat(queryGradient), queryInputs, gradient, wanted);
        } else {
            Tensor part = back(Slot.QUERY, flat(queryGradient), queryInputs, null, wanted);
            if (wanted && gradient != null && part != null) {
                gradient.index_add_(0, positions, part);
            }
        }
        if (!wanted || gradient == null) {
            return null;
        }
        Tensor streamGradient = block.attentionNorm().back(input, wide(gradient));
        return positions == null
                ? streamGradient.add_(middleGradient)
                : streamGradient.index_add_(0, positions, middleGradient);
    }

    private Tensor feedForwardBackward(Saved s, Tensor arriving) {
        try (PointerScope temporary = new PointerScope()) {
            Tensor activated = torch.silu(s.gate()); // [n, intermediate]
            Inputs inner = drop(activated.mul(s.up()), DropoutStream.Place.DOWN, Slot.DOWN);
            Tensor innerGradient = required(back(Slot.DOWN, arriving, inner, null, true));
            Tensor upGradient = activated.mul_(innerGradient);
            Tensor gateGradient = torch.silu_backward(innerGradient.mul_(s.up()), s.gate());
            Inputs second = feedForwardInputs(s.middle());
            Tensor gradient = back(Slot.GATE, gateGradient, second, null, true);
            gradient = required(back(Slot.UP, upGradient, second, gradient, true));
            arriving.add_(block.feedForwardNorm().back(s.middle(), wide(gradient)));
        }
        return arriving;
    }

    private static Tensor required(@Nullable Tensor tensor) {
        if (tensor == null) {
            throw new ModelException("a gradient was asked for and not made");
        }
        return tensor;
    }

    /** An input of linear maps, the same after dropout, and the mask. */
    private record Inputs(Tensor plain, Tensor dropped, @Nullable Tensor mask) {}

    private Inputs attentionInputs() {
        return drop(
                block.attentionNorm().apply(input),
                DropoutStream.Place.ATTENTION,
                Slot.QUERY,
                Slot.KEY,
                Slot.VALUE);
    }

    private Inputs feedForwardInputs(Tensor middle) {
        return drop(
                block.feedForwardNorm().apply(middle),
                DropoutStream.Place.FEED_FORWARD,
                Slot.GATE,
                Slot.UP);
    }

    private Inputs drop(Tensor x, DropoutStream.Place place, Slot... slots) {
        boolean any = false;
        for (Slot slot : slots) {
            any |= linear(slot).adapted();
        }
        if (!any || !dropout.active()) {
            return new Inputs(x, x, null);
        }
        Tensor mask = dropout.forPlace(place).mask(x);
        return new Inputs(x, x.mul(mask), mask);
    }

    private Tensor linear(Slot slot, Tensor x, Tensor dropped) {
        LoraGradient map = linear(slot);
        Tensor low = map.low(dropped);
        if (low != null) {
            lows.put(slot, low);
        }
        return map.forward(x, low);
    }

    private @Nullable Tensor back(
            Slot slot, Tensor arriving, Inputs inputs, @Nullable Tensor gradient, boolean wanted) {
        return linear(slot)
                .backward(
                        arriving,
                        inputs.dropped(),
                        lows.get(slot),
                        inputs.mask(),
                        gradient,
                        wanted);
    }

    private LoraGradient linear(Slot slot) {
        LoraGradient map = linears.get(slot);
        if (map == null) {
            throw new ModelException("no linear map " + slot);
        }
        return map;
    }

    private static Tensor throughNorm(
            @Nullable Normalization norm, @Nullable Tensor before, Tensor gradient) {
        return norm == null || before == null ? gradient : norm.back(before, gradient);
    }

    private Tensor select(Tensor x) {
        return positions == null ? x : x.index_select(0, positions);
    }

    private Rotary queryRotary() {
        return positions == null ? rotary : rotary.select(positions);
    }

    private static Tensor flat(Tensor x) {
        return x.reshape(x.size(0), x.size(1) * x.size(2));
    }

    private static Tensor wide(@Nullable Tensor x) {
        Tensor tensor = required(x);
        return tensor.scalar_type() == ScalarType.Float ? tensor : tensor.to(ScalarType.Float);
    }

    @Override
    public void close() {
        kept.close();
    }
}
