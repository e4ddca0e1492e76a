package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Reads Alpaca rows. */
final class AlpacaReader {
    private AlpacaReader() {}

    static AlpacaRow read(int line, ObjectNode row) throws JsonLine.Fault {
        return new AlpacaRow(
                line,
                Fields.optionalText(row, "instruction").orElse(""),
                Fields.optionalText(row, "input").orElse(""),
                Fields.text(row, "output"),
                Fields.optionalText(row, "system"),
                history(row));
    }

    private static List<AlpacaRow.Exchange> history(ObjectNode row) throws JsonLine.Fault {
        JsonNode history = row.path("history");
        List<AlpacaRow.Exchange> exchanges = new ArrayList<>();
        if (history.isMissingNode() || history.isNull()) {
            return exchanges;
        }
        if (!history.isArray()) {
            throw Fields.wrongType("history", "a list of [question, answer] pairs", history);
        }
        for (JsonNode pair : history) {
            String path = "history[" + exchanges.size() + "]";
            if (!pair.isArray() || pair.size() != 2) {
                throw new JsonLine.Fault(
                        "`"
                                + path
                                + "` must be a pair [question, answer], not "
                                + (pair.isArray()
                                        ? "a list of " + pair.size()
                                        : Content.typeName(pair)));
            }
            exchanges.add(
                    new AlpacaRow.Exchange(
                            Fields.text(path + "[0]", pair.get(0)),
                            Fields.text(path + "[1]", pair.get(1))));
        }
        return exchanges;
    }
}
