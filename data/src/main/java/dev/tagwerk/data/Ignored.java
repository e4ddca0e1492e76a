package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Keys that were read over, with the number of rows that carry them. */
final class Ignored {
    /** Rows with ever new keys must not grow the table without bound. */
    private static final int MOST = 1_000;

    private final Map<String, Integer> counts = new TreeMap<>();
    private final Set<String> inThisRow = new HashSet<>();

    private int row;
    private ToolRows tools = ToolRows.NONE;
    private boolean toolsInThisRow;
    private boolean callInThisRow;

    /**
     * The next row begins.
     *
     * @param number by which it is known
     */
    void nextRow(int number) {
        inThisRow.clear();
        row = number;
        toolsInThisRow = false;
        callInThisRow = false;
    }

    /** A key of the present row, and what it says. */
    void add(String key, JsonNode value) {
        add(key);
        if (ToolRows.isOfTools(key) && saysSomething(value)) {
            tools();
        }
    }

    /** Rows without tools often have an empty list for them, also as text. */
    private static boolean saysSomething(JsonNode value) {
        String text = value.isTextual() ? value.textValue().strip() : "";
        return value.isTextual()
                ? !(text.isEmpty() || text.equals("[]") || text.equals("null"))
                : !(value.isNull() || (value.isContainerNode() && value.isEmpty()));
    }

    private void tools() {
        if (!toolsInThisRow) {
            toolsInThisRow = true;
            tools =
                    new ToolRows(
                            tools.rows() + 1,
                            tools.first() == 0 ? row : tools.first(),
                            tools.onlyCalls(),
                            tools.firstCall());
        }
    }

    /** The present row has a turn of the assistant that only calls a tool. */
    void onlyCalls() {
        tools();
        if (!callInThisRow) {
            callInThisRow = true;
            tools =
                    new ToolRows(
                            tools.rows(),
                            tools.first(),
                            tools.onlyCalls() + 1,
                            tools.firstCall() == 0 ? row : tools.firstCall());
        }
    }

    ToolRows toolRows() {
        return tools;
    }

    /** A key of the present row; however often it is told, it counts once. */
    void add(String key) {
        String shown = Words.visible(key, 60);
        if (inThisRow.add(shown) && (counts.containsKey(shown) || counts.size() < MOST)) {
            counts.merge(shown, 1, Integer::sum);
        }
    }

    /** A key that so many rows carry. */
    void add(String key, int rows) {
        counts.merge(Words.visible(key, 60), rows, Integer::sum);
    }

    Map<String, Integer> counts() {
        return counts;
    }
}
