package dev.tagwerk.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Bad rows grouped by what is wrong with them: values and numbers in a reason do not part it. */
final class BadLines {
    private static final int SHOWN = 5;

    private BadLines() {}

    /** A line per row; of many rows with the like reason the first few, unless all are wanted. */
    static List<String> listed(List<BadRow> bad, Numbering numbering, boolean all) {
        List<String> lines = new ArrayList<>();
        boolean left = false;
        for (List<BadRow> group : all ? List.of(bad) : byReason(bad)) {
            int shown = all ? group.size() : Math.min(group.size(), SHOWN);
            for (BadRow row : group.subList(0, shown)) {
                lines.add(numbering.at(row.line()) + ": " + row.reason());
            }
            if (shown < group.size()) {
                left = true;
                lines.add(
                        "  … and "
                                + Words.grouped(group.size() - shown)
                                + " more with the like reason, the last "
                                + numbering.at(group.getLast().line()));
            }
        }
        if (left) {
            lines.add("--all lists every one.");
        }
        return lines;
    }

    /** In the order in which each reason is met first; the rows of a group in the file's order. */
    private static List<List<BadRow>> byReason(List<BadRow> bad) {
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
