package dev.tagwerk.spec;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of a tool's keys, in the order of the reference. Built once, then only read. */
final class ForeignKeys {
    private final Map<String, Carry> table = new LinkedHashMap<>();

    static ForeignKeys of(ForeignTool tool) {
        return switch (tool) {
            case AXOLOTL -> AxolotlKeys.TABLE;
            case LLAMA_FACTORY -> LlamaFactoryKeys.TABLE;
            case TRL -> TrlKeys.TABLE;
        };
    }

    ForeignKeys same(String name, Key<?> ours) {
        table.put(name, new Carry.Same(ours));
        return this;
    }

    ForeignKeys with(String name, String how, Key<?>... ours) {
        table.put(name, new Carry.With(Arrays.asList(ours), how));
        return this;
    }

    ForeignKeys needless(String why, String... names) {
        List.of(names).forEach(name -> table.put(name, new Carry.Needless(why)));
        return this;
    }

    ForeignKeys lost(String why, String remedy, String... names) {
        List.of(names).forEach(name -> table.put(name, new Carry.Lost(why, remedy)));
        return this;
    }

    ForeignKeys refused(String why, String remedy, String... names) {
        List.of(names).forEach(name -> table.put(name, new Carry.Refused(why, remedy)));
        return this;
    }

    /** Takes in another table; what stands here already stays. */
    ForeignKeys also(ForeignKeys other) {
        other.table.forEach(table::putIfAbsent);
        return this;
    }

    Map<String, Carry> all() {
        return new LinkedHashMap<>(table);
    }

    Optional<Carry> find(String name) {
        return Optional.ofNullable(table.get(name));
    }
}
