package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tagwerk.spec.DataFormat;
import java.util.List;
import java.util.Optional;

/** Which format a row is in, told by its keys. */
final class Formats {
    private Formats() {}

    private static final List<String> DECISION_KEYS =
            List.of("kind", "state", "instructions", "options", "label");

    static Optional<DataFormat> of(JsonNode row) {
        if (foreign(row).isPresent()) {
            return Optional.empty();
        }
        if (row.has("prompt") && row.has("completion")) {
            return Optional.of(DataFormat.PROMPT_COMPLETION);
        }
        if (row.has("text")) {
            return Optional.of(DataFormat.TEXT);
        }
        // two keys will do: then what is missing can be named
        return DECISION_KEYS.stream().filter(row::has).count() >= 2
                ? Optional.of(DataFormat.DECISION)
                : Optional.empty();
    }

    /** A format of the field that this version does not read, by name. */
    static Optional<String> foreign(JsonNode row) {
        if (row.has("messages")) {
            return Optional.of("chat (`messages`)");
        }
        if (row.has("conversations")) {
            return Optional.of("ShareGPT (`conversations`)");
        }
        if (row.has("chosen") || row.has("rejected")) {
            return Optional.of("preference (`chosen`, `rejected`)");
        }
        if (row.has("completion") && row.path("label").isBoolean()) {
            return Optional.of("unpaired preference (`prompt`, `completion`, `label`)");
        }
        if (row.has("instruction") && row.has("output")) {
            return Optional.of("Alpaca (`instruction`, `output`)");
        }
        return Optional.empty();
    }
}
