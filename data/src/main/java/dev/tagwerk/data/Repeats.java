package dev.tagwerk.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Rows that say the same again, and rows that contradict each other. */
record Repeats(List<CheckReport.Duplicates> duplicates, List<CheckReport.Conflict> conflicts) {

    static Repeats in(List<Row> rows) {
        Map<String, List<Row>> byInput = new LinkedHashMap<>();
        for (Row row : rows) {
            byInput.computeIfAbsent(Inputs.input(row), unused -> new ArrayList<>(1)).add(row);
        }
        List<CheckReport.Duplicates> duplicates = new ArrayList<>();
        List<CheckReport.Conflict> conflicts = new ArrayList<>();
        for (List<Row> same : byInput.values()) {
            if (same.size() > 1) {
                compare(same, duplicates, conflicts);
            }
        }
        return new Repeats(duplicates, conflicts);
    }

    private static void compare(
            List<Row> same,
            List<CheckReport.Duplicates> duplicates,
            List<CheckReport.Conflict> conflicts) {
        Map<String, List<Integer>> byAnswer = new LinkedHashMap<>();
        for (Row row : same) {
            byAnswer.computeIfAbsent(Inputs.answer(row), unused -> new ArrayList<>())
                    .add(row.line());
        }
        for (List<Integer> lines : byAnswer.values()) {
            if (lines.size() > 1) {
                duplicates.add(new CheckReport.Duplicates(lines));
            }
        }
        if (byAnswer.size() > 1) {
            List<Integer> lines = new ArrayList<>();
            LinkedHashSet<String> answers = new LinkedHashSet<>();
            for (Row row : same) {
                if (answers.add(Inputs.answer(row))) {
                    lines.add(row.line());
                }
            }
            conflicts.add(new CheckReport.Conflict(lines, List.copyOf(answers)));
        }
    }
}
