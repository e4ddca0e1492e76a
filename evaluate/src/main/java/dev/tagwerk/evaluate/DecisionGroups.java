package dev.tagwerk.evaluate;

import dev.tagwerk.data.QuestionKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** Decision metrics with intervals: over all rows, per kind and per task. */
final class DecisionGroups {
    private final Map<String, List<Integer>> members;
    private final int samples;
    private final long seed;

    /**
     * @param rows what one of the models made of the rows; only kinds and tasks are looked at
     */
    DecisionGroups(List<Judged> rows, int samples, long seed) {
        this.members = members(rows);
        this.samples = samples;
        this.seed = seed;
    }

    /** One model's metrics. */
    List<Group> of(List<Judged> rows) {
        RowScores scores = RowScores.of(rows);
        List<Group> groups = new ArrayList<>();
        members.forEach(
                (name, picked) -> {
                    Map<Metric, Estimate> metrics = estimates(name, scores.pick(picked));
                    List<Judged> some = picked.stream().map(rows::get).toList();
                    // sorted into classes anew for every resample it would take minutes
                    metrics.put(
                            Metric.ADAPTIVE_CALIBRATION_ERROR,
                            Estimate.exact(CalibrationBins.equalCount(some).error()));
                    groups.add(new Group(name, picked.size(), metrics));
                });
        return groups;
    }

    /** The metrics of scores. */
    List<Group> of(RowScores scores) {
        List<Group> groups = new ArrayList<>();
        members.forEach(
                (name, picked) ->
                        groups.add(
                                new Group(
                                        name,
                                        picked.size(),
                                        estimates(name, scores.pick(picked)))));
        return groups;
    }

    /** How much higher the first scores' metrics are than the second's, on the same resamples. */
    List<Group> differences(RowScores scores, RowScores against) {
        if (scores.rows() != against.rows()) {
            throw new EvaluateException(
                    "models must be compared on the same rows, not on "
                            + scores.rows()
                            + " and "
                            + against.rows());
        }
        List<Group> groups = new ArrayList<>();
        members.forEach(
                (name, picked) ->
                        groups.add(
                                new Group(
                                        name,
                                        picked.size(),
                                        differences(
                                                name, scores.pick(picked), against.pick(picked)))));
        return groups;
    }

    private Map<Metric, Estimate> estimates(String name, RowScores scores) {
        Bootstrap bootstrap = bootstrap(name, scores.rows());
        Map<Metric, Estimate> metrics = new EnumMap<>(Metric.class);
        scores.statistics()
                .forEach((metric, statistic) -> metrics.put(metric, bootstrap.of(statistic)));
        return metrics;
    }

    private Map<Metric, Estimate> differences(String name, RowScores scores, RowScores against) {
        Bootstrap bootstrap = bootstrap(name, scores.rows());
        Map<Metric, Estimate> metrics = new EnumMap<>(Metric.class);
        Map<Metric, ToDoubleFunction<int[]>> others = against.statistics();
        scores.statistics()
                .forEach(
                        (metric, statistic) -> {
                            ToDoubleFunction<int[]> other = others.get(metric);
                            if (other != null) {
                                metrics.put(
                                        metric,
                                        bootstrap.of(
                                                drawn ->
                                                        statistic.applyAsDouble(drawn)
                                                                - other.applyAsDouble(drawn)));
                            }
                        });
        return metrics;
    }

    /** All models see the same resamples of a group; two groups need not see the same. */
    private Bootstrap bootstrap(String name, int rows) {
        return new Bootstrap(rows, samples, seed ^ name.hashCode());
    }

    private static Map<String, List<Integer>> members(List<Judged> rows) {
        Map<String, List<Integer>> groups = new LinkedHashMap<>();
        groups.put(Group.ALL, new ArrayList<>());
        for (QuestionKind kind : QuestionKind.values()) {
            groups.put(kind.word(), new ArrayList<>());
        }
        TreeSet<String> tasks = new TreeSet<>();
        rows.forEach(row -> tasks.add(row.task()));
        for (String task : tasks) {
            if (tasks.size() > 1 && !task.isEmpty()) {
                groups.put(taskName(task), new ArrayList<>());
            }
        }
        for (int i = 0; i < rows.size(); i++) {
            for (String name :
                    List.of(Group.ALL, rows.get(i).kind().word(), taskName(rows.get(i).task()))) {
                List<Integer> picked = groups.get(name);
                if (picked != null) {
                    picked.add(i);
                }
            }
        }
        groups.values().removeIf(List::isEmpty);
        return groups;
    }

    private static String taskName(String task) {
        return "task: " + task;
    }
}
