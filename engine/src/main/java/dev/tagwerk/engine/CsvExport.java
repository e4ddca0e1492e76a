package dev.tagwerk.engine;

import dev.tagwerk.runfolder.Event;
import java.util.Map;

/** A run's history as CSV (RFC 4180, UTF-8): one row per step, or one per evaluated metric. */
public final class CsvExport {
    private CsvExport() {}

    public static String steps(History history) {
        StringBuilder csv =
                new StringBuilder(
                        "step,at,epoch,loss,learning_rate,grad_norm,tokens,examples,seconds,"
                                + "longest_row,resident_bytes\r\n");
        for (Event.Step step : history.steps()) {
            csv.append(step.step()).append(',');
            csv.append(step.at()).append(',');
            csv.append(step.epoch()).append(',');
            csv.append(step.loss()).append(',');
            csv.append(step.learningRate()).append(',');
            csv.append(step.gradNorm()).append(',');
            csv.append(step.tokens()).append(',');
            csv.append(step.examples()).append(',');
            csv.append(step.seconds()).append(',');
            csv.append(step.longestRow()).append(',');
            csv.append(step.residentBytes()).append("\r\n");
        }
        return csv.toString();
    }

    public static String evaluations(History history) {
        StringBuilder csv = new StringBuilder("step,at,metric,value\r\n");
        for (Event.Evaluated evaluated : history.evaluations()) {
            row(csv, evaluated, "loss", evaluated.loss());
            for (Map.Entry<String, Double> metric : evaluated.metrics().entrySet()) {
                row(csv, evaluated, metric.getKey(), metric.getValue());
            }
        }
        return csv.toString();
    }

    private static void row(StringBuilder csv, Event.Evaluated at, String name, double value) {
        csv.append(at.step()).append(',').append(at.at()).append(',');
        csv.append(quoted(name)).append(',').append(value).append("\r\n");
    }

    private static String quoted(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
