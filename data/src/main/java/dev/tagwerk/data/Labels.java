package dev.tagwerk.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How often each answer of decision rows is the right one. */
final class Labels {
    private Labels() {}

    /** By kind; a noul's and a score's answers in canonical order, a choice's by frequency. */
    static List<CheckReport.LabelCount> count(List<Row> rows) {
        Map<QuestionKind, Map<String, Integer>> counts = new EnumMap<>(QuestionKind.class);
        for (Row row : rows) {
            if (row instanceof DecisionRow decision) {
                Map<String, Integer> ofKind =
                        counts.computeIfAbsent(decision.kind(), unused -> new TreeMap<>());
                if (decision.kind() != QuestionKind.CHOICE) {
                    // an answer that is never right is what a balance is read for
                    decision.options().forEach(option -> ofKind.putIfAbsent(option.name(), 0));
                }
                ofKind.merge(Inputs.answer(decision), 1, Integer::sum);
            }
        }
        List<CheckReport.LabelCount> labels = new ArrayList<>();
        counts.forEach(
                (kind, ofKind) -> {
                    List<CheckReport.LabelCount> some = new ArrayList<>();
                    ofKind.forEach(
                            (label, count) ->
                                    some.add(new CheckReport.LabelCount(kind, label, count)));
                    if (kind == QuestionKind.CHOICE) {
                        some.sort(
                                Comparator.comparingInt(CheckReport.LabelCount::count).reversed());
                    }
                    labels.addAll(some);
                });
        return labels;
    }
}
