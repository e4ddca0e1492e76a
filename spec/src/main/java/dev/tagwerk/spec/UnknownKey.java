package dev.tagwerk.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Guesses what an unknown key was meant to be. */
final class UnknownKey {
    private UnknownKey() {}

    static String suggestion(KeyTable table, String section, String name) {
        if (name.equals("<<")) {
            return "merge keys belong to YAML 1.1; write the keys out";
        }
        Optional<Key<?>> elsewhere =
                table.keys().stream().filter(key -> key.name().equals(name)).findFirst();
        if (elsewhere.isPresent()) {
            return "it belongs " + place(elsewhere.get().section());
        }
        if (table.kind() == Kind.CONTAINER && ContainerKeys.FOREIGN.containsKey(name)) {
            return "here it is `" + ContainerKeys.FOREIGN.get(name) + "`";
        }
        Optional<ForeignWords.ForeignWord> foreign = ForeignWords.find(name);
        if (foreign.isPresent()) {
            return foreign.get().hint();
        }
        for (Kind other : Kind.values()) {
            KeyTable others = KeyTable.of(other);
            if (others.key(section, name).isPresent() || isSection(others, section, name)) {
                return "only kind: " + other.word() + " has it";
            }
        }
        return nearest(table, section, name);
    }

    private static boolean isSection(KeyTable table, String section, String name) {
        return section.isEmpty() && table.sections().containsKey(name);
    }

    private static String nearest(KeyTable table, String section, String name) {
        List<String> here = new ArrayList<>(names(table.section(section)));
        if (section.isEmpty()) {
            here.addAll(table.sections().keySet());
            here.add(CommonKeys.INPUTS);
        }
        Optional<String> near = Nearest.to(name, here);
        if (near.isPresent()) {
            return "did you mean `" + near.get() + "`?";
        }
        Optional<String> far = Nearest.to(name, names(table.keys()));
        if (far.isPresent()) {
            String path =
                    table.keys().stream()
                            .filter(key -> key.name().equals(far.get()))
                            .map(Key::path)
                            .findFirst()
                            .orElseThrow();
            return "did you mean `" + path + "`?";
        }
        return here.size() <= 12 ? "known here: " + String.join(", ", here) : "";
    }

    private static List<String> names(List<Key<?>> keys) {
        List<String> names = new ArrayList<>();
        keys.forEach(key -> names.add(key.name()));
        return names;
    }

    private static String place(String section) {
        return section.isEmpty() ? "at the top of the file" : "under `" + section + "`";
    }
}
