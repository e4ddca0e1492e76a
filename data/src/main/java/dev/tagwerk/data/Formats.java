package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tagwerk.spec.DataFormat;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which shape a row is of, told by its keys. */
final class Formats {
    private static final List<String> DECISION_KEYS =
            List.of("kind", "state", "instructions", "options", "label");

    /** Keys that some shape knows. */
    static final Set<String> KEYS = keys();

    private Formats() {}

    static Optional<DataFormat> of(JsonNode row) {
        if (row.has("messages")) {
            return Optional.of(DataFormat.MESSAGES);
        }
        if (row.has("conversations")) {
            return Optional.of(DataFormat.SHAREGPT);
        }
        if (foreign(row).isPresent()) {
            return Optional.empty();
        }
        if (row.has("prompt") && row.has("completion")) {
            return Optional.of(DataFormat.PROMPT_COMPLETION);
        }
        // before text: the first Alpaca set carries its rendered prompt under `text` as well
        if (row.has("instruction") && row.has("output")) {
            return Optional.of(DataFormat.ALPACA);
        }
        if (row.has("text")) {
            return Optional.of(DataFormat.TEXT);
        }
        // two keys will do: then what is missing can be named
        return DECISION_KEYS.stream().filter(row::has).count() >= 2
                ? Optional.of(DataFormat.DECISION)
                : Optional.empty();
    }

    /** A shape of the field that this version does not read, by name. */
    static Optional<String> foreign(JsonNode row) {
        if (row.has("chosen") || row.has("rejected")) {
            return Optional.of("preference (`chosen`, `rejected`)");
        }
        if (row.has("completion") && row.path("label").isBoolean()) {
            return Optional.of("unpaired preference (`prompt`, `completion`, `label`)");
        }
        return Optional.empty();
    }

    /** The keys that rows of a shape are read by. */
    static Set<String> known(DataFormat format) {
        return switch (format) {
            case DECISION ->
                    Set.of(
                            "kind",
                            "state",
                            "instructions",
                            "options",
                            "label",
                            "task",
                            "weight",
                            "instruction_variants");
            case MESSAGES -> Set.of("messages", "system");
            case PROMPT_COMPLETION -> Set.of("prompt", "completion");
            case TEXT -> Set.of("text");
            case ALPACA -> Set.of("instruction", "input", "output", "system", "history");
            case SHAREGPT -> Set.of("conversations", "system");
            case AUTO -> Set.of();
        };
    }

    /** The key that no row of a shape is without. */
    static String essential(DataFormat format) {
        return switch (format) {
            case DECISION -> "kind";
            case MESSAGES -> "messages";
            case PROMPT_COMPLETION -> "completion";
            case TEXT -> "text";
            case ALPACA -> "output";
            case SHAREGPT -> "conversations";
            case AUTO -> "";
        };
    }

    private static Set<String> keys() {
        Set<String> keys = new HashSet<>(Set.of("chosen", "rejected", "tools"));
        for (DataFormat format : DataFormat.values()) {
            keys.addAll(known(format));
        }
        return Set.copyOf(keys);
    }
}
