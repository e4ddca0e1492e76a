package dev.tagwerk.cli;

import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Gpus;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A graphics card as far as memory goes, from the facts about GPUs.
 *
 * @param bytes that it has: as tools show it where that is known, else what its label says
 * @param capability compute capability, major * 10 + minor
 */
record Card(String name, long bytes, int capability) {
    private static final double GIBIBYTE = 1L << 30;
    private static final double GIGABYTE = 1e9;

    private static Card of(Gpu gpu) {
        double bytes =
                gpu.shownGib().isPresent()
                        ? gpu.shownGib().getAsDouble() * GIBIBYTE
                        : gpu.memoryGb() * GIGABYTE;
        return new Card(
                gpu.name(), (long) bytes, gpu.capability().major() * 10 + gpu.capability().minor());
    }

    /** All that are known, by rising memory. */
    static List<Card> all() {
        return Gpus.all().stream()
                .map(Card::of)
                .sorted(Comparator.comparingLong(Card::bytes))
                .toList();
    }

    /** The one meant by a name that clouds, tools or people give it. */
    static Optional<Card> named(String name) {
        return Gpus.find(name).map(Card::of);
    }
}
