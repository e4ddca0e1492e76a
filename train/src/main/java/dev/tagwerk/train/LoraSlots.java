package dev.tagwerk.train;

import dev.tagwerk.model.Slot;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.spec.Targets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The linear maps that a recipe's {@code targets} mean. */
final class LoraSlots {
    /** The language model head, which all-linear does not mean. */
    private static final String HEAD = "lm_head";

    private LoraSlots() {}

    /** Whether the language model head is named. */
    static boolean head(Targets targets) {
        return targets instanceof Targets.Names names && names.names().contains(HEAD);
    }

    /**
     * The maps named.
     *
     * @throws TrainException when a name is none of this model's linear maps
     */
    static Set<Slot> of(Targets targets, ModelConfig config) {
        return switch (targets) {
            case Targets.AllLinear all -> EnumSet.copyOf(Slot.of(config));
            case Targets.Names names -> {
                Set<Slot> slots = EnumSet.noneOf(Slot.class);
                for (String name : names.names()) {
                    if (!name.equals(HEAD)) {
                        slots.add(slot(name, config));
                    }
                }
                yield slots;
            }
        };
    }

    static List<String> names(Targets targets, ModelConfig config) {
        return Stream.concat(
                        of(targets, config).stream().map(Slot::shortName),
                        head(targets) ? Stream.of(HEAD) : Stream.empty())
                .sorted()
                .toList();
    }

    private static Slot slot(String name, ModelConfig config) {
        return Slot.of(config).stream()
                .filter(slot -> slot.shortName().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new TrainException(
                                        "unknown_target",
                                        "targets names `"
                                                + name
                                                + "`, which is no linear map of "
                                                + config.architecture().title()
                                                + "; it has "
                                                + Slot.of(config).stream()
                                                        .map(Slot::shortName)
                                                        .toList()
                                                + ", or write all-linear"));
    }
}
