package dev.tagwerk.runfolder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code result.json}, both ways; keys in snake_case. */
final class ResultJson {
    private ResultJson() {}

    static ObjectNode write(Result result, String attempt) {
        ObjectNode node = Json.object();
        node.put("status", result.status());
        node.put("attempt", attempt);
        node.put("step", result.step());
        result.failure().ifPresent(failure -> node.put("failure", failure));
        ObjectNode metrics = node.putObject("metrics");
        result.metrics().forEach(metrics::put);
        node.set("fingerprint", write(result.fingerprint()));
        node.set("measurement", write(result.measurement()));
        ObjectNode data = node.putObject("data");
        result.data().forEach(data::put);
        ObjectNode files = node.putObject("files");
        result.files().forEach(files::put);
        return node;
    }

    static Result read(JsonNode node) {
        return new Result(
                Json.text(node, "status"),
                Json.small(node, "step"),
                Json.optionalText(node, "failure"),
                Json.numbers(node, "metrics"),
                readFingerprint(Json.field(node, "fingerprint")),
                readMeasurement(Json.field(node, "measurement")),
                node.has("data") ? Json.texts(node, "data") : Map.of(),
                Json.texts(node, "files"));
    }

    static ObjectNode write(Fingerprint fingerprint) {
        ObjectNode node = Json.object();
        node.put("cpu_model", fingerprint.cpuModel());
        node.put("cores", fingerprint.cores());
        node.put("threads", fingerprint.threads());
        node.put("processes", fingerprint.processes());
        node.put("core_type", fingerprint.coreType());
        node.put("os", fingerprint.os());
        node.put("java_version", fingerprint.javaVersion());
        node.put("libtorch_version", fingerprint.libtorchVersion());
        node.put("tagwerk_version", fingerprint.tagwerkVersion());
        fingerprint.gpu().ifPresent(gpu -> node.put("gpu", gpu));
        return node;
    }

    static Fingerprint readFingerprint(JsonNode node) {
        return new Fingerprint(
                Json.text(node, "cpu_model"),
                Json.small(node, "cores"),
                Json.small(node, "threads"),
                // Written by versions that knew one process only.
                node.has("processes") ? Json.small(node, "processes") : 1,
                Json.text(node, "core_type"),
                Json.text(node, "os"),
                Json.text(node, "java_version"),
                Json.text(node, "libtorch_version"),
                Json.text(node, "tagwerk_version"),
                Json.optionalText(node, "gpu"));
    }

    private static ObjectNode write(Measurement measurement) {
        ObjectNode node = Json.object();
        node.put("load_seconds", measurement.loadSeconds());
        ArrayNode speeds = node.putArray("seconds_per_step_by_length");
        for (LengthSpeed speed : measurement.secondsPerStepByLength()) {
            ObjectNode entry = speeds.addObject();
            entry.put("max_length", speed.maxLength());
            entry.put("steps", speed.steps());
            entry.put("median_seconds", speed.medianSeconds());
        }
        node.put("peak_resident_bytes", measurement.peakResidentBytes());
        node.put("estimated_peak_bytes", measurement.estimatedPeakBytes());
        node.put("bytes_written", measurement.bytesWritten());
        node.put("total_seconds", measurement.totalSeconds());
        node.put("tokens", measurement.tokens());
        node.put("examples", measurement.examples());
        measurement.spent().ifPresent(spent -> node.set("spent", write(spent)));
        return node;
    }

    private static ObjectNode write(Spent spent) {
        ObjectNode node = Json.object();
        node.put("precision", spent.precision());
        node.put("steps", spent.steps());
        node.set("training", write(spent.training()));
        node.set("evaluation", write(spent.evaluation()));
        node.put("checkpoints", spent.checkpoints());
        node.put("checkpoint_seconds", spent.checkpointSeconds());
        node.put("model_bytes", spent.modelBytes());
        return node;
    }

    private static ObjectNode write(Effort effort) {
        ObjectNode node = Json.object();
        node.put("seconds", effort.seconds());
        node.put("product_flops", effort.work().products());
        node.put("attention_flops", effort.work().attention());
        node.put("bytes", effort.work().bytes());
        node.put("launches", effort.work().launches());
        return node;
    }

    private static Spent readSpent(JsonNode node) {
        return new Spent(
                Json.text(node, "precision"),
                Json.small(node, "steps"),
                readEffort(Json.field(node, "training")),
                readEffort(Json.field(node, "evaluation")),
                Json.small(node, "checkpoints"),
                Json.number(node, "checkpoint_seconds"),
                Json.integer(node, "model_bytes"));
    }

    private static Effort readEffort(JsonNode node) {
        return new Effort(
                new Work(
                        Json.number(node, "product_flops"),
                        Json.number(node, "attention_flops"),
                        Json.number(node, "bytes"),
                        Json.number(node, "launches")),
                Json.number(node, "seconds"));
    }

    private static Measurement readMeasurement(JsonNode node) {
        List<LengthSpeed> speeds = new ArrayList<>();
        for (JsonNode entry : Json.field(node, "seconds_per_step_by_length")) {
            speeds.add(
                    new LengthSpeed(
                            Json.small(entry, "max_length"),
                            Json.small(entry, "steps"),
                            Json.number(entry, "median_seconds")));
        }
        return new Measurement(
                Json.number(node, "load_seconds"),
                speeds,
                Json.integer(node, "peak_resident_bytes"),
                node.has("estimated_peak_bytes") ? Json.integer(node, "estimated_peak_bytes") : 0,
                Json.integer(node, "bytes_written"),
                Json.number(node, "total_seconds"),
                Json.integer(node, "tokens"),
                Json.integer(node, "examples"),
                node.has("spent")
                        ? Optional.of(readSpent(Json.field(node, "spent")))
                        : Optional.empty());
    }
}
