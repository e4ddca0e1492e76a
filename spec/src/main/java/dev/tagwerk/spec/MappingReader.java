package dev.tagwerk.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads mappings of {@code tagwerk.yaml} by their keys: every key, every default. */
record MappingReader(Reading reading) {
    /** Whole words of a key, so that {@code monkey} and {@code keyboard} stay. */
    private static final Pattern SECRET =
            Pattern.compile(
                    "(?i)(?:^|_)(?:token|secrets?|password|passwd|passphrase|key|apikey|credentials?|auth|sas)(?:$|_)"
                            + "|connection_?string");

    /**
     * The values of a mapping; a missing one that is required was reported.
     *
     * @param others names that are read elsewhere
     */
    Values read(List<Key<?>> keys, List<String> others, Tree.Mapping mapping) {
        Values values = new Values();
        for (Tree.Entry entry : mapping.entries()) {
            String name = entry.key().text();
            keys.stream()
                    .filter(key -> key.name().equals(name))
                    .findFirst()
                    .ifPresentOrElse(
                            key -> value(key, entry, values),
                            () -> unknown(keys, others, entry.key()));
        }
        for (Key<?> key : keys) {
            if (!values.isWritten(key)) {
                fill(key, mapping, values);
            }
        }
        return values;
    }

    Reading at(String name) {
        return reading.at(Key.join(reading.path(), Shown.oneLine(name)));
    }

    private <T> void value(Key<T> key, Tree.Entry entry, Values values) {
        values.written(key, entry.key().at());
        values.put(key, key.type().accept(entry.value(), at(key.name())));
    }

    private void unknown(List<Key<?>> keys, List<String> others, Tree.Scalar key) {
        if (others.contains(key.text())) {
            return;
        }
        List<String> known = new ArrayList<>(keys.stream().map(Key::name).toList());
        known.addAll(others);
        unknown(known, key);
    }

    /** Says that a key is not known, and which one may be meant. */
    void unknown(List<String> known, Tree.Scalar key) {
        String name = Shown.oneLine(key.text());
        String plain = key.text().replaceAll("([a-z0-9])([A-Z])", "$1_$2").replace('-', '_');
        if (SECRET.matcher(plain).find()) {
            at(key.text())
                    .report(
                            key.at(),
                            "`" + name + "` looks like a secret, and this file holds none",
                            "remove it, give it in the environment of whoever runs the command,"
                                    + " and change it if the file was ever shared");
            return;
        }
        at(key.text())
                .report(
                        key.at(),
                        "unknown key `" + name + "`",
                        Nearest.to(key.text(), known)
                                .map(near -> "did you mean `" + near + "`?")
                                .orElse("known here: " + String.join(", ", known)));
    }

    private <T> void fill(Key<T> key, Tree.Mapping mapping, Values values) {
        switch (key.fallback()) {
            case Fallback.Required<T> required -> missing(key, mapping);
            case Fallback.Unless<T> unless -> missing(key, mapping);
            case Fallback.Absent<T> absent -> {}
            case Fallback.Fixed<T> fixed -> values.put(key, fixed.value());
            case Fallback.Derived<T> derived -> values.put(key, derived.value().apply(values));
        }
    }

    private void missing(Key<?> key, Tree.Mapping mapping) {
        at(key.name())
                .report(
                        mapping.at(),
                        "is missing; must be " + key.type().describe(),
                        "add `" + key.name() + ": …`");
    }
}
