package dev.tagwerk.train;

import dev.tagwerk.model.Slot;
import dev.tagwerk.spec.Targets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The linear maps that a recipe's {@code targets} mean. */
final class LoraSlots {
    private LoraSlots() {}

    /**
     * The maps named.
     *
     * @throws TrainException when a name is none of a decoder block's linear maps
     */
    static Set<Slot> of(Targets targets) {
        return switch (targets) {
            case Targets.AllLinear all -> EnumSet.allOf(Slot.class);
            case Targets.Names names -> {
                Set<Slot> slots = EnumSet.noneOf(Slot.class);
                for (String name : names.names()) {
                    slots.add(slot(name));
                }
                yield slots;
            }
        };
    }

    static List<String> names(Targets targets) {
        return of(targets).stream().map(Slot::shortName).sorted().toList();
    }

    private static Slot slot(String name) {
        return Arrays.stream(Slot.values())
                .filter(slot -> slot.shortName().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new TrainException(
                                        "unknown_target",
                                        "targets names `"
                                                + name
                                                + "`, which is no linear map of this architecture; it has "
                                                + Arrays.stream(Slot.values())
                                                        .map(Slot::shortName)
                                                        .toList()
                                                + ", or write all-linear"));
    }
}
