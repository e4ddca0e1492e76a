package dev.tagwerk.model;

import dev.tagwerk.modelfiles.ModelConfig;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which linear map plays which part in a block.
 *
 * @param attention what reads the attention's input: queries, keys and values, or one for all three
 * @param output what the attended heads go through
 * @param feedForward what reads the feed-forward block's input: the way up, after the gate where
 *     there is one
 * @param down the way down
 */
record BlockSlots(List<Slot> attention, Slot output, List<Slot> feedForward, Slot down) {
    private static final BlockSlots GATED =
            new BlockSlots(
                    List.of(Slot.QUERY, Slot.KEY, Slot.VALUE),
                    Slot.OUTPUT,
                    List.of(Slot.GATE, Slot.UP),
                    Slot.DOWN);
    private static final BlockSlots FUSED =
            new BlockSlots(
                    List.of(Slot.QUERY_KEY_VALUE),
                    Slot.DENSE,
                    List.of(Slot.DENSE_UP),
                    Slot.DENSE_DOWN);

    static BlockSlots of(ModelConfig config) {
        return config.architecture().fusedQueryKeyValue() ? FUSED : GATED;
    }

    List<Slot> all() {
        return Stream.of(attention, List.of(output), feedForward, List.of(down))
                .flatMap(List::stream)
                .toList();
    }
}
