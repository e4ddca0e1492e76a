package dev.tagwerk.evaluate;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Measurements, or differences of two models' measurements, on some of the rows.
 *
 * @param name {@code all}, a kind of question, or {@code task: name}
 * @param rows how many
 * @param metrics in the order of {@link Metric}
 */
public record Group(String name, int rows, Map<Metric, Estimate> metrics) {
    public static final String ALL = "all";

    public Group {
        EnumMap<Metric, Estimate> ordered = new EnumMap<>(Metric.class);
        ordered.putAll(metrics);
        metrics = Collections.unmodifiableMap(ordered);
    }
}
