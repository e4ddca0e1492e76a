package dev.tagwerk.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Bad rows grouped by what is wrong with them: values and numbers in a reason do not part it. */
final class BadLines {
    private BadLines() {}

    /** In the order in which each reason is met first; the rows of a group in the file's order. */
    static List<List<BadRow>> byReason(List<BadRow> bad) {
        Map<String, List<BadRow>> groups = new LinkedHashMap<>();
        for (BadRow row : bad) {
            groups.computeIfAbsent(kind(row.reason()), unused -> new ArrayList<>()).add(row);
        }
        return List.copyOf(groups.values());
    }

    private static String kind(String reason) {
        return reason.replaceAll("\"(?:[^\"\\\\]|\\\\.)*\"", "\"\"").replaceAll("\\d[\\d,]*", "0");
    }
}
