package dev.tagwerk.evaluate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One group's results as rows of cells, for terminal and page alike.
 *
 * @param title the group and its number of rows
 */
record EvaluationTable(String title, List<String> head, List<List<String>> rows) {
    EvaluationTable {
        head = List.copyOf(head);
        rows = List.copyOf(rows);
    }

    /** One table per group that any model has. */
    static List<EvaluationTable> of(EvaluationReport report) {
        List<EvaluationTable> tables = new ArrayList<>();
        for (Group group : report.models().getFirst().groups()) {
            tables.add(table(report, group));
        }
        return tables;
    }

    private static EvaluationTable table(EvaluationReport report, Group group) {
        Set<Metric> metrics = EnumSet.noneOf(Metric.class);
        for (EvaluationReport.Measured model : report.models()) {
            named(model.groups(), group.name()).forEach(g -> metrics.addAll(g.metrics().keySet()));
        }
        List<String> head = new ArrayList<>(List.of("model"));
        metrics.forEach(metric -> head.add(metric.words()));
        List<List<String>> rows = new ArrayList<>();
        for (EvaluationReport.Measured model : report.models()) {
            named(model.groups(), group.name())
                    .forEach(g -> rows.add(row(model.name(), g, metrics, false)));
        }
        for (EvaluationReport.Comparison comparison : report.comparisons()) {
            named(comparison.groups(), group.name())
                    .forEach(
                            g ->
                                    rows.add(
                                            row(
                                                    comparison.model()
                                                            + " − "
                                                            + comparison.against(),
                                                    g,
                                                    metrics,
                                                    true)));
        }
        String title =
                group.name().equals(Group.ALL)
                        ? "All " + group.rows() + " rows"
                        : group.name()
                                + ", "
                                + group.rows()
                                + (group.rows() == 1 ? " row" : " rows");
        return new EvaluationTable(title, head, rows);
    }

    private static List<Group> named(List<Group> groups, String name) {
        return groups.stream().filter(group -> group.name().equals(name)).toList();
    }

    private static List<String> row(String name, Group group, Set<Metric> metrics, boolean signed) {
        List<String> cells = new ArrayList<>(List.of(name));
        for (Metric metric : metrics) {
            Estimate estimate = group.metrics().get(metric);
            cells.add(estimate == null ? "-" : cell(estimate, signed));
        }
        return cells;
    }

    private static String cell(Estimate estimate, boolean signed) {
        String value = number(estimate.value(), signed);
        return estimate.hasInterval()
                ? value
                        + " ["
                        + number(estimate.low(), signed)
                        + ", "
                        + number(estimate.high(), signed)
                        + "]"
                : value;
    }

    static String number(double value, boolean signed) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        double size = Math.abs(value);
        int digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
        return String.format(Locale.ROOT, (signed ? "%+." : "%.") + digits + "f", value);
    }
}
