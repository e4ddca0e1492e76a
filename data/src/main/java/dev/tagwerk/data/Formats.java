package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tagwerk.spec.DataFormat;
import java.util.Optional;

/** Which format a row is in, told by its keys. */
final class Formats {
    private Formats() {}

    static Optional<DataFormat> of(JsonNode row) {
        if (row.has("state") && (row.has("kind") || row.has("options") || row.has("label"))) {
            return Optional.of(DataFormat.DECISION);
        }
        if (row.has("prompt") && row.has("completion")) {
            return Optional.of(DataFormat.PROMPT_COMPLETION);
        }
        if (row.has("text") && !row.has("prompt") && !row.has("state")) {
            return Optional.of(DataFormat.TEXT);
        }
        return Optional.empty();
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
        if (row.has("instruction") && row.has("output")) {
            return Optional.of("Alpaca (`instruction`, `output`)");
        }
        return Optional.empty();
    }
}
