package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
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
 * made again. The same formulas as {@link Block}, which autograd differentiates in the tests.
 */
final class BlockGradient implements AutoCloseable {
    private final Block block;
    private final Map<Place, LoraGroup> groups = new EnumMap<>(Place.class);
    private final Map<Place, Tensor> lows = new EnumMap<>(Place.class);
    private final TokenRows batch;
    private final @Nullable Tensor positions;
    private final Rotary rotary;
    private final DropoutStream dropout;
    private final Kept kept = new Kept();
    private final Tensor input;
    private @Nullable Saved saved;

    /** The linear maps that share an input. Queries stand alone where only some are wanted. */
    private enum Place {
        QUERY(DropoutStream.Place.ATTENTION, Slot.QUERY),
        KEY_VALUE(DropoutStream.Place.ATTENTION, Slot.KEY, Slot.VALUE),
        ATTENTION(DropoutStream.Place.ATTENTION, Slot.QUERY, Slot.KEY, Slot.VALUE),
        OUTPUT(DropoutStream.Place.OUTPUT, Slot.OUTPUT),
        FEED_FORWARD(DropoutStream.Place.FEED_FORWARD, Slot.GATE, Slot.UP),
        DOWN(DropoutStream.Place.DOWN, Slot.DOWN);

        private final DropoutStream.Place mask;
        private final List<Slot> slots;

        Place(DropoutStream.Place mask, Slot... slots) {
            this.mask = mask;
            this.slots = List.of(slots);
        }
    }

    private record Saved(
            @Nullable Tensor queryBeforeNorm,
            @Nullable Tensor keyBeforeNorm,
            AttentionPass attention,
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
        for (Place place : Place.values()) {
            List<LoraGroup.Member> members = new ArrayList<>();
            for (Slot slot : place.slots) {
                LoraPair pair = overlay.pair(block.index(), slot).orElse(null);
                members.add(
                        new LoraGroup.Member(
                                block.linearOf(slot),
                                pair,
                                pair == null
                                        ? null
                                        : parameters.gradient(
                                                worker, LoraNames.a(block.index(), slot)),
                                pair == null
                                        ? null
                                        : parameters.gradient(
                                                worker, LoraNames.b(block.index(), slot))));
            }
            groups.put(place, new LoraGroup(members));
        }
    }

    /** The stream after this block: {@code [tokens or selected, hidden]}; the caller keeps it. */
    Tensor forward() {
        List<Tensor> projected = projected();
        Tensor query = block.split(projected.get(0), Slot.QUERY);
        Tensor key = block.split(projected.get(1), Slot.KEY);
        Tensor value = block.split(projected.get(2), Slot.VALUE);
        Normalization queryNorm = block.queryNorm();
        Normalization keyNorm = block.keyNorm();
        AttentionPass attention =
                AttentionPass.of(
                        queryRotary().apply(queryNorm == null ? query : queryNorm.apply(query)),
                        rotary.apply(keyNorm == null ? key : keyNorm.apply(key)),
                        value,
                        batch,
                        positions != null,
                        block);
        Tensor attended = attention.forward(); // [tokens or selected, heads * d]
        Tensor middle =
                select(input)
                        .add(
                                forward(Place.OUTPUT, attended, drop(attended, Place.OUTPUT))
                                        .getFirst());
        Inputs second = feedForwardInputs(middle);
        List<Tensor> gated = forward(Place.FEED_FORWARD, second.plain(), second);
        Tensor gate = gated.get(0);
        Tensor up = gated.get(1);
        Tensor inner = torch.silu(gate).mul_(up);
        Tensor output = forward(Place.DOWN, inner, drop(inner, Place.DOWN)).getFirst().add(middle);
        saved =
                new Saved(
                        queryNorm == null ? null : kept.keep(query),
                        keyNorm == null ? null : kept.keep(key),
                        attention,
                        kept.keep(attended),
                        kept.keep(middle),
                        kept.keep(gate),
                        kept.keep(up));
        lows.values().forEach(kept::keep);
        return wide(output);
    }

    // queries, keys, values before rotation
    private List<Tensor> projected() {
        Inputs normed = attentionInputs();
        if (positions == null) {
            return forward(Place.ATTENTION, normed.plain(), normed);
        }
        List<Tensor> all = new ArrayList<>();
        Inputs selected = select(normed);
        all.addAll(forward(Place.QUERY, selected.plain(), selected));
        all.addAll(forward(Place.KEY_VALUE, normed.plain(), normed));
        return all;
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
        Tensor attendedGradient =
                required(
                        back(
                                Place.OUTPUT,
                                List.of(middleGradient),
                                drop(s.attended(), Place.OUTPUT),
                                true));
        AttentionGradient.Gradients attention =
                s.attention().backward(wide(attendedGradient), s.attended());
        Tensor queryGradient =
                flat(
                        throughNorm(
                                block.queryNorm(),
                                s.queryBeforeNorm(),
                                queryRotary().back(attention.query())));
        Tensor keyGradient =
                flat(throughNorm(block.keyNorm(), s.keyBeforeNorm(), rotary.back(attention.key())));
        Tensor valueGradient = flat(attention.value());
        Inputs normed = attentionInputs();
        Tensor gradient;
        if (positions == null) {
            gradient =
                    back(
                            Place.ATTENTION,
                            List.of(queryGradient, keyGradient, valueGradient),
                            normed,
                            wanted);
        } else {
            gradient = back(Place.KEY_VALUE, List.of(keyGradient, valueGradient), normed, wanted);
            Tensor part = back(Place.QUERY, List.of(queryGradient), select(normed), wanted);
            if (gradient != null && part != null) {
                gradient.index_add_(0, positions, part);
            }
        }
        if (gradient == null) {
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
            Inputs inner = drop(activated.mul(s.up()), Place.DOWN);
            Tensor innerGradient = required(back(Place.DOWN, List.of(arriving), inner, true));
            Tensor upGradient = activated.mul_(innerGradient);
            Tensor gateGradient = torch.silu_backward(innerGradient.mul_(s.up()), s.gate());
            Inputs second = feedForwardInputs(s.middle());
            Tensor gradient =
                    required(
                            back(
                                    Place.FEED_FORWARD,
                                    List.of(gateGradient, upGradient),
                                    second,
                                    true));
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
        return drop(block.attentionNorm().apply(input), Place.ATTENTION);
    }

    private Inputs feedForwardInputs(Tensor middle) {
        return drop(block.feedForwardNorm().apply(middle), Place.FEED_FORWARD);
    }

    private Inputs drop(Tensor x, Place place) {
        if (!group(place).anyAdapted() || !dropout.active()) {
            return new Inputs(x, x, null);
        }
        Tensor mask = dropout.forPlace(place.mask).mask(x);
        return new Inputs(x, x.mul(mask), mask);
    }

    private List<Tensor> forward(Place place, Tensor x, Inputs inputs) {
        LoraGroup group = group(place);
        Tensor low = group.low(inputs.dropped());
        if (low != null) {
            lows.put(place, low);
        }
        return group.forward(x, low);
    }

    private @Nullable Tensor back(
            Place place, List<Tensor> arriving, Inputs inputs, boolean wanted) {
        return group(place)
                .backward(arriving, inputs.dropped(), lows.get(place), inputs.mask(), wanted);
    }

    private LoraGroup group(Place place) {
        LoraGroup group = groups.get(place);
        if (group == null) {
            throw new ModelException("no linear maps at " + place);
        }
        return group;
    }

    private static Tensor throughNorm(
            @Nullable Normalization norm, @Nullable Tensor before, Tensor gradient) {
        return norm == null || before == null ? gradient : norm.back(before, gradient);
    }

    private Tensor select(Tensor x) {
        return positions == null ? x : x.index_select(0, positions);
    }

    private Inputs select(Inputs all) {
        return new Inputs(
                select(all.plain()),
                select(all.dropped()),
                all.mask() == null ? null : select(all.mask()));
    }

    private Rotary queryRotary() {
        return positions == null ? rotary : rotary.select(positions);
    }

    private static Tensor flat(Tensor x) {
        return x.reshape(x.size(0), x.size(1) * x.size(2));
    }

    private static Tensor wide(Tensor x) {
        return x.scalar_type() == ScalarType.Float ? x : x.to(ScalarType.Float);
    }

    @Override
    public void close() {
        if (saved != null) {
            saved.attention().close();
        }
        kept.close();
    }
}
