package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A block's linear maps under a LoRA adapter, by hand: those that share an input together. Thin
 * products are kept between forward and backward.
 */
final class BlockLinears implements AutoCloseable {
    private final Block block;
    private final Overlay overlay;
    private final Parameters parameters;
    private final int worker;
    private final DropoutStream dropout;
    private final Map<Place, LoraGroup> groups = new EnumMap<>(Place.class);
    private final Map<Place, Tensor> lows = new EnumMap<>(Place.class);
    private final Kept kept = new Kept();

    /** The linear maps that share an input. Queries stand alone where only some are wanted. */
    enum Place {
        QUERY(DropoutStream.Place.ATTENTION),
        KEY_VALUE(DropoutStream.Place.ATTENTION),
        ATTENTION(DropoutStream.Place.ATTENTION),
        OUTPUT(DropoutStream.Place.OUTPUT),
        FEED_FORWARD(DropoutStream.Place.FEED_FORWARD),
        DOWN(DropoutStream.Place.DOWN);

        private final DropoutStream.Place mask;

        Place(DropoutStream.Place mask) {
            this.mask = mask;
        }

        private List<Slot> slots(BlockSlots slots) {
            return switch (this) {
                case QUERY -> slots.attention().subList(0, 1);
                case KEY_VALUE -> slots.attention().subList(1, slots.attention().size());
                case ATTENTION -> slots.attention();
                case OUTPUT -> List.of(slots.output());
                case FEED_FORWARD -> slots.feedForward();
                case DOWN -> List.of(slots.down());
            };
        }
    }

    /** An input of linear maps, the same after dropout, and the mask. */
    record Input(Tensor plain, Tensor dropped, @Nullable Tensor mask) {
        /** Some of its rows; all of them without positions. */
        Input select(@Nullable Tensor positions) {
            return positions == null
                    ? this
                    : new Input(
                            plain.index_select(0, positions),
                            dropped.index_select(0, positions),
                            mask == null ? null : mask.index_select(0, positions));
        }
    }

    BlockLinears(
            Block block,
            Overlay overlay,
            Parameters parameters,
            int worker,
            DropoutStream dropout) {
        this.block = block;
        this.overlay = overlay;
        this.parameters = parameters;
        this.worker = worker;
        this.dropout = dropout;
    }

    /** The place's input; the mask is the same whenever asked. */
    Input drop(Tensor x, Place place) {
        if (!group(place).anyAdapted() || !dropout.active()) {
            return new Input(x, x, null);
        }
        Tensor mask = dropout.forPlace(place.mask).mask(x);
        return new Input(x, x.mul(mask), mask);
    }

    /** {@code [n, in] -> [n, out]} for each map of the place. */
    List<Tensor> forward(Place place, Input input) {
        LoraGroup group = group(place);
        Tensor low = group.low(input.dropped());
        if (low != null) {
            lows.put(place, kept.keep(low));
        }
        return group.forward(input.plain(), low);
    }

    /**
     * Adds the gradients of the place's pairs to the worker's buffers.
     *
     * @param arriving the gradient of each map's result
     * @return the gradient of the input, or null when not wanted
     */
    @Nullable Tensor backward(Place place, List<Tensor> arriving, Input input, boolean wanted) {
        return group(place)
                .backward(arriving, input.dropped(), lows.get(place), input.mask(), wanted);
    }

    /** The same where the input's gradient is wanted. */
    Tensor backward(Place place, List<Tensor> arriving, Input input) {
        Tensor gradient = backward(place, arriving, input, true);
        if (gradient == null) {
            throw new ModelException("a gradient was asked for and not made");
        }
        return gradient;
    }

    private LoraGroup group(Place place) {
        return groups.computeIfAbsent(place, this::made);
    }

    private LoraGroup made(Place place) {
        List<LoraGroup.Member> members = new ArrayList<>();
        int layer = block.index();
        for (Slot slot : place.slots(block.slots())) {
            Linear linear = block.linearOf(slot);
            LoraPair pair = overlay.pair(layer, slot).orElse(null);
            String module = LoraNames.module(layer, slot);
            members.add(
                    new LoraGroup.Member(
                            linear,
                            pair,
                            gradient(LoraNames.a(module)),
                            gradient(LoraNames.b(module)),
                            gradient(module + ".bias")));
        }
        return new LoraGroup(members);
    }

    private @Nullable Tensor gradient(String name) {
        return parameters.has(name) ? parameters.gradient(worker, name) : null;
    }

    @Override
    public void close() {
        kept.close();
    }
}
