package dev.tagwerk.data;

import java.util.Map;

/** What conversations say of tools, which this version does not render. */
final class Tools {
    /** Behind a list's name: a turn of the assistant without words of its own. */
    static final String ONLY_CALLS = "[] (a turn that only calls a tool)";

    private Tools() {}

    /** A key that was read over, for people. */
    static String ignored(String key, String rows) {
        if (key.endsWith(ONLY_CALLS)) {
            return "Note: in "
                    + rows
                    + " a turn of the assistant only calls a tool; it is written without words, and"
                    + " not learnt.";
        }
        return "Ignored key: `"
                + key
                + "` in "
                + rows
                + (isOfTools(key) ? "; this version renders no tools" : "");
    }

    /** How many rows speak of tools, at least. */
    static int rows(Map<String, Integer> ignoredKeys) {
        return ignoredKeys.entrySet().stream()
                .filter(entry -> isOfTools(entry.getKey()))
                .mapToInt(Map.Entry::getValue)
                .max()
                .orElse(0);
    }

    private static boolean isOfTools(String key) {
        return key.equals("tools")
                || key.endsWith("[].tool_calls")
                || key.endsWith("[].function_call")
                || key.endsWith(ONLY_CALLS);
    }
}
