package dev.tagwerk.data;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows that speak of tools, which this version does not render.
 *
 * @param rows how many define, call or name tools
 * @param first the first of them; 0 for none
 * @param onlyCalls in how many a turn of the assistant only calls a tool
 * @param firstCall the first of those; 0 for none
 */
public record ToolRows(int rows, int first, int onlyCalls, int firstCall) {
    static final ToolRows NONE = new ToolRows(0, 0, 0, 0);

    /** Whether a key is about tools. */
    static boolean isOfTools(String key) {
        return key.equals("tools")
                || key.endsWith("[].tool_calls")
                || key.endsWith("[].function_call");
    }

    /** What people should know, a sentence each; empty where no row speaks of tools. */
    public List<String> notes(Numbering numbering) {
        List<String> notes = new ArrayList<>();
        if (rows > 0) {
            notes.add(
                    "tools are ignored, this version renders none: "
                            + Words.counted(rows, "row")
                            + (rows == 1 ? " speaks" : " speak")
                            + " of them, "
                            + where(numbering, rows, first));
        }
        if (onlyCalls > 0) {
            notes.add(
                    "in "
                            + Words.counted(onlyCalls, "row")
                            + ", "
                            + where(numbering, onlyCalls, firstCall)
                            + ", a turn of the assistant only calls a tool; it is written without"
                            + " words, and not learnt");
        }
        return notes;
    }

    private static String where(Numbering numbering, int count, int first) {
        return (count == 1 ? "" : "the first is ") + numbering.at(first);
    }
}
