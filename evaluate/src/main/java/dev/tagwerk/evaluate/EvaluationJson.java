package dev.tagwerk.evaluate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.spec.Task;
import java.util.List;

/** A report as JSON. Numbers that are not finite are null. */
final class EvaluationJson {
    private static final JsonMapper JSON = new JsonMapper();

    private EvaluationJson() {}

    static String write(EvaluationReport report) {
        ObjectNode root = JSON.createObjectNode();
        root.put("name", report.name());
        root.put("task", report.task() == Task.DECISION ? "decision" : "causal-lm");
        root.put("data", report.data().toString());
        root.put("rows", report.rows());
        root.put("rows_left_out", report.dropped());
        report.notes().forEach(root.putArray("notes")::add);
        ArrayNode models = root.putArray("models");
        for (EvaluationReport.Measured model : report.models()) {
            write(model, models.addObject());
        }
        ArrayNode comparisons = root.putArray("comparisons");
        for (EvaluationReport.Comparison comparison : report.comparisons()) {
            ObjectNode node = comparisons.addObject();
            node.put("model", comparison.model());
            node.put("against", comparison.against());
            groups(comparison.groups(), node.putObject("differences"));
        }
        ObjectNode bootstrap = root.putObject("bootstrap");
        bootstrap.put("samples", report.bootstrapSamples());
        bootstrap.put("seed", report.seed());
        bootstrap.put("level", 0.95);
        root.set("fingerprint", parsed(report.fingerprint().toJson()));
        root.put("at", report.at().toString());
        root.put("seconds", report.seconds());
        return pretty(root);
    }

    private static void write(EvaluationReport.Measured model, ObjectNode node) {
        node.put("name", model.name());
        node.put("reading", model.reading());
        node.put("model", model.model());
        groups(model.groups(), node.putObject("groups"));
        if (model.reliability().isPresent()) {
            ArrayNode bins = node.putArray("reliability");
            for (CalibrationBins.Bin bin : model.reliability().get().bins()) {
                bins.addObject()
                        .put("low", bin.low())
                        .put("high", bin.high())
                        .put("rows", bin.rows())
                        .put("confidence", bin.confidence())
                        .put("accuracy", bin.accuracy());
            }
        }
        if (model.noise().isPresent()) {
            NoiseFloor noise = model.noise().get();
            ObjectNode floor = node.putObject("noise_floor");
            floor.put("rows", noise.rows());
            number(floor, "repeat_largest_change", noise.repeat());
            number(floor, "reordered_same_choice", noise.reordered());
            number(floor, "reordered_mean_distance", noise.distance());
            number(floor, "reordered_accuracy_shift", noise.accuracyShift());
        }
    }

    private static void groups(List<Group> groups, ObjectNode node) {
        for (Group group : groups) {
            ObjectNode one = node.putObject(group.name());
            one.put("rows", group.rows());
            group.metrics()
                    .forEach(
                            (metric, estimate) -> {
                                ObjectNode value = one.putObject(metric.key());
                                number(value, "value", estimate.value());
                                if (estimate.hasInterval()) {
                                    number(value, "low", estimate.low());
                                    number(value, "high", estimate.high());
                                }
                            });
        }
    }

    private static void number(ObjectNode node, String key, double value) {
        if (Double.isFinite(value)) {
            node.put(key, value);
        } else {
            node.putNull(key);
        }
    }

    private static JsonNode parsed(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException impossible) {
            throw new EvaluateException("a fingerprint is always JSON", impossible);
        }
    }

    static String pretty(JsonNode node) {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new EvaluateException("a tree of nodes is always JSON", impossible);
        }
    }
}
