package dev.tagwerk.runfolder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;

/** One line of {@code events.jsonl}, both ways; keys in snake_case. */
final class EventJson {
    private EventJson() {}

    static byte[] write(Event event) {
        ObjectNode node = Json.object();
        node.put("type", type(event));
        node.put("sequence", event.sequence());
        node.put("at", event.at().toString());
        switch (event) {
            case Event.Started started -> {
                node.put("attempt", started.attempt());
                node.put("total_steps", started.totalSteps());
                node.put("examples", started.examples());
                node.put("trainable_parameters", started.trainableParameters());
                node.set("fingerprint", ResultJson.write(started.fingerprint()));
            }
            case Event.Step step -> {
                node.put("step", step.step());
                node.put("epoch", step.epoch());
                node.put("loss", step.loss());
                node.put("learning_rate", step.learningRate());
                node.put("grad_norm", step.gradNorm());
                node.put("tokens", step.tokens());
                node.put("examples", step.examples());
                node.put("seconds", step.seconds());
                node.put("longest_row", step.longestRow());
                node.put("resident_bytes", step.residentBytes());
            }
            case Event.Evaluated evaluated -> {
                node.put("step", evaluated.step());
                node.put("loss", evaluated.loss());
                ObjectNode metrics = node.putObject("metrics");
                evaluated.metrics().forEach(metrics::put);
            }
            case Event.CheckpointWritten written -> {
                node.put("step", written.step());
                node.put("bytes", written.bytes());
                node.put("seconds", written.seconds());
            }
            case Event.Resumed resumed -> {
                node.put("from_step", resumed.fromStep());
                node.put("bit_identical", resumed.bitIdentical());
                node.put("reason", resumed.reason());
            }
            case Event.Note note -> node.put("text", note.text());
            case Event.Failed failed -> {
                node.put("code", failed.code());
                node.put("message", failed.message());
            }
            case Event.Finished finished -> node.put("step", finished.step());
        }
        return Json.line(node);
    }

    private static String type(Event event) {
        return switch (event) {
            case Event.Started started -> "started";
            case Event.Step step -> "step";
            case Event.Evaluated evaluated -> "evaluated";
            case Event.CheckpointWritten written -> "checkpoint_written";
            case Event.Resumed resumed -> "resumed";
            case Event.Note note -> "note";
            case Event.Failed failed -> "failed";
            case Event.Finished finished -> "finished";
        };
    }

    /** Reads one line without its line end; IllegalArgumentException says what is wrong with it. */
    static Event read(byte[] line) {
        ObjectNode node = Json.parse(line);
        Stamp stamp = new Stamp(Json.integer(node, "sequence"), instant(node));
        String type = Json.text(node, "type");
        return switch (type) {
            case "started" ->
                    new Event.Started(
                            stamp,
                            Json.text(node, "attempt"),
                            Json.small(node, "total_steps"),
                            Json.integer(node, "examples"),
                            Json.integer(node, "trainable_parameters"),
                            ResultJson.readFingerprint(Json.field(node, "fingerprint")));
            case "step" ->
                    new Event.Step(
                            stamp,
                            Json.small(node, "step"),
                            Json.number(node, "epoch"),
                            Json.number(node, "loss"),
                            Json.number(node, "learning_rate"),
                            Json.number(node, "grad_norm"),
                            Json.integer(node, "tokens"),
                            Json.integer(node, "examples"),
                            Json.number(node, "seconds"),
                            Json.small(node, "longest_row"),
                            Json.integer(node, "resident_bytes"));
            case "evaluated" ->
                    new Event.Evaluated(
                            stamp,
                            Json.small(node, "step"),
                            Json.number(node, "loss"),
                            Json.numbers(node, "metrics"));
            case "checkpoint_written" ->
                    new Event.CheckpointWritten(
                            stamp,
                            Json.small(node, "step"),
                            Json.integer(node, "bytes"),
                            Json.number(node, "seconds"));
            case "resumed" ->
                    new Event.Resumed(
                            stamp,
                            Json.small(node, "from_step"),
                            Json.flag(node, "bit_identical"),
                            Json.text(node, "reason"));
            case "note" -> new Event.Note(stamp, Json.text(node, "text"));
            case "failed" ->
                    new Event.Failed(stamp, Json.text(node, "code"), Json.text(node, "message"));
            case "finished" -> new Event.Finished(stamp, Json.small(node, "step"));
            default ->
                    throw new IllegalArgumentException(
                            "event type '" + type + "' is not known to this version");
        };
    }

    private static Instant instant(JsonNode node) {
        String text = Json.text(node, "at");
        try {
            return Instant.parse(text);
        } catch (DateTimeException wrong) {
            throw new IllegalArgumentException("field 'at' is not a time: " + text, wrong);
        }
    }
}
