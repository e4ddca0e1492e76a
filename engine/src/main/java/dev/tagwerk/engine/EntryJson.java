package dev.tagwerk.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.runfolder.Stamp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/**
 * A journal line, both ways; keys in snake_case. Old journals stay readable: fields are only added.
 */
final class EntryJson {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private EntryJson() {}

    static byte[] write(Entry entry) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("type", type(entry));
        node.put("sequence", entry.stamp().sequence());
        node.put("at", entry.at().toString());
        switch (entry) {
            case Entry.Created created -> {
                node.put("run", created.run().value());
                node.put("job_name", created.jobName());
                node.put("origin", created.origin());
                node.put("provider", created.provider());
            }
            case Entry.AttemptPlanned planned -> {
                node.put("attempt", planned.attempt());
                node.put("number", planned.number());
                node.put("provider", planned.provider());
                node.put("from_step", planned.fromStep());
            }
            case Entry.Submitted submitted -> {
                node.put("attempt", submitted.attempt());
                node.put("provider", submitted.handle().provider());
                node.put("handle", submitted.handle().value());
            }
            case Entry.Observed observed -> node.put("attempt", observed.attempt());
            case Entry.StopRequested stop -> {
                node.put("attempt", stop.attempt());
                node.put("grace_seconds", stop.grace().toSeconds());
            }
            case Entry.Ended ended -> {
                node.put("attempt", ended.attempt());
                node.put("step", ended.step());
                writeEnding(node.putObject("ending"), ended.ending());
            }
        }
        try {
            return (MAPPER.writeValueAsString(node) + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree is always writable", impossible);
        }
    }

    private static String type(Entry entry) {
        return switch (entry) {
            case Entry.Created created -> "created";
            case Entry.AttemptPlanned planned -> "attempt_planned";
            case Entry.Submitted submitted -> "submitted";
            case Entry.Observed observed -> "observed";
            case Entry.StopRequested stop -> "stop_requested";
            case Entry.Ended ended -> "ended";
        };
    }

    private static void writeEnding(ObjectNode node, Ending ending) {
        switch (ending) {
            case Ending.Succeeded succeeded -> node.put("type", "succeeded");
            case Ending.Failed failed ->
                    node.put("type", "failed")
                            .put("exit_code", failed.exitCode())
                            .put("message", failed.message());
            case Ending.Signalled signalled ->
                    node.put("type", "signalled").put("signal", signalled.signal());
            case Ending.StoppedByUser stopped ->
                    node.put("type", "stopped_by_user").put("killed", stopped.killed());
            case Ending.OutOfTime outOfTime -> node.put("type", "out_of_time");
            case Ending.Vanished vanished ->
                    node.put("type", "vanished").put("why", vanished.why());
            case Ending.NotSubmitted notSubmitted ->
                    node.put("type", "not_submitted").put("why", notSubmitted.why());
        }
    }

    /** Reads one line; IllegalArgumentException says what is wrong with it. */
    static Entry read(byte[] line) {
        JsonNode node;
        try {
            node = MAPPER.readTree(line);
        } catch (IOException torn) {
            throw new IllegalArgumentException("not JSON", torn);
        }
        if (!node.isObject()) {
            throw new IllegalArgumentException("not a JSON object");
        }
        Stamp stamp = new Stamp(integer(node, "sequence"), instant(node));
        String type = text(node, "type");
        return switch (type) {
            case "created" ->
                    new Entry.Created(
                            stamp,
                            new RunId(text(node, "run")),
                            text(node, "job_name"),
                            text(node, "origin"),
                            text(node, "provider"));
            case "attempt_planned" ->
                    new Entry.AttemptPlanned(
                            stamp,
                            text(node, "attempt"),
                            (int) integer(node, "number"),
                            text(node, "provider"),
                            (int) integer(node, "from_step"));
            case "submitted" ->
                    new Entry.Submitted(
                            stamp,
                            text(node, "attempt"),
                            new Handle(text(node, "provider"), text(node, "handle")));
            case "observed" -> new Entry.Observed(stamp, text(node, "attempt"));
            case "stop_requested" ->
                    new Entry.StopRequested(
                            stamp,
                            text(node, "attempt"),
                            Duration.ofSeconds(integer(node, "grace_seconds")));
            case "ended" ->
                    new Entry.Ended(
                            stamp,
                            text(node, "attempt"),
                            readEnding(node.path("ending")),
                            (int) integer(node, "step"));
            default ->
                    throw new IllegalArgumentException(
                            "entry type '" + type + "' is not known to this version");
        };
    }

    private static Ending readEnding(JsonNode node) {
        String type = text(node, "type");
        return switch (type) {
            case "succeeded" -> new Ending.Succeeded();
            case "failed" ->
                    new Ending.Failed((int) integer(node, "exit_code"), text(node, "message"));
            case "signalled" -> new Ending.Signalled((int) integer(node, "signal"));
            case "stopped_by_user" ->
                    new Ending.StoppedByUser(node.path("killed").asBoolean(false));
            case "out_of_time" -> new Ending.OutOfTime();
            case "vanished" -> new Ending.Vanished(text(node, "why"));
            case "not_submitted" -> new Ending.NotSubmitted(text(node, "why"));
            default ->
                    throw new IllegalArgumentException(
                            "ending '" + type + "' is not known to this version");
        };
    }

    private static String text(JsonNode node, String name) {
        JsonNode value = node.path(name);
        if (!value.isTextual()) {
            throw new IllegalArgumentException("field '" + name + "' is missing or not a text");
        }
        return value.textValue();
    }

    private static long integer(JsonNode node, String name) {
        JsonNode value = node.path(name);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new IllegalArgumentException(
                    "field '" + name + "' is missing or not a whole number");
        }
        return value.longValue();
    }

    private static Instant instant(JsonNode node) {
        try {
            return Instant.parse(text(node, "at"));
        } catch (DateTimeException wrong) {
            throw new IllegalArgumentException("field 'at' is not a time", wrong);
        }
    }
}
