package dev.tagwerk.runfolder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
        return node;
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
                Json.integer(node, "examples"));
    }
}
