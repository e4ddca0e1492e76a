package dev.tagwerk.market;

import java.util.List;
import java.util.Optional;

/** Who runs the machines, and whose law that company is under. */
public record Provider(
        String name,
        List<String> aliases,
        Optional<String> parent,
        Optional<String> headquarters,
        CloudAct cloudAct,
        Optional<String> note,
        Provenance provenance) {
    public Provider {
        aliases = List.copyOf(aliases);
    }

    static Provider of(Row row) {
        return new Provider(
                row.text("provider"),
                row.list("aliases", ";"),
                row.optional("parent"),
                row.optional("headquarters"),
                CloudAct.of(row.text("us_cloud_act")),
                row.optional("note"),
                row.provenance());
    }

    boolean answersTo(String key) {
        return Names.key(name).equals(key)
                || aliases.stream().anyMatch(alias -> Names.key(alias).equals(key));
    }
}
