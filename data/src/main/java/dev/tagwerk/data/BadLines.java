package dev.tagwerk.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Bad rows grouped by what is wrong with them: values and numbers in a reason do not part it. */
final class BadLines {
    private static final int SHOWN = 5;

    private BadLines() {}

    /** Rows in the file's order; of many with the like reason the first few, unless all are. */
    static List<String> listed(List<BadRow> bad, Numbering numbering, boolean all) {
        List<BadRow> shown = new ArrayList<>();
        List<String> left = new ArrayList<>();
        for (List<BadRow> group : all ? List.of(bad) : byReason(bad)) {
            int count = all ? group.size() : Math.min(group.size(), SHOWN);
            shown.addAll(group.subList(0, count));
            if (count < group.size()) {
                left.add(
                        "  … and "
                                + Words.grouped(group.size() - count)
                                + " more with the like reason as "
                                + numbering.at(group.getFirst().line())
                                + ", the last "
                                + numbering.at(group.getLast().line()));
            }
        }
        shown.sort(Comparator.comparingInt(BadRow::line));
        List<String> lines = new ArrayList<>();
        shown.forEach(row -> lines.add(numbering.at(row.line()) + ": " + row.reason()));
        lines.addAll(left);
        if (!left.isEmpty()) {
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
