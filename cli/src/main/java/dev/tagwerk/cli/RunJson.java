package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.engine.AttemptState;
import dev.tagwerk.engine.RunView;
import dev.tagwerk.runfolder.Checkpoint;
import dev.tagwerk.runfolder.Result;
import dev.tagwerk.runfolder.RunFolder;

/** A run for programs. */
final class RunJson {
    private RunJson() {}

    /** What a list shows of a run. */
    static ObjectNode summary(RunView run) {
        ObjectNode node = Json.object();
        node.put("id", run.id().value());
        node.put("job", run.state().jobName());
        node.put("origin", run.state().origin());
        node.put("phase", run.phase().word());
        node.put("created", run.state().created().toString());
        node.put("step", run.progress().step());
        node.put("total_steps", run.progress().totalSteps());
        run.progress().last().ifPresent(step -> node.put("loss", step.loss()));
        node.put("checkpoint", run.progress().checkpoint());
        node.put("folder", run.folder().toString());
        return node;
    }

    /** Everything about a run. */
    static ObjectNode of(RunView run, RunFolder folder) {
        ObjectNode node = summary(run);
        ArrayNode attempts = node.putArray("attempts");
        for (AttemptState attempt : run.state().attempts()) {
            ObjectNode entry = attempts.addObject();
            entry.put("id", attempt.id());
            entry.put("provider", attempt.provider());
            entry.put("from_step", attempt.fromStep());
            entry.put("step", attempt.step());
            entry.put("planned", attempt.planned().toString());
            attempt.ended().ifPresent(at -> entry.put("ended", at.toString()));
            attempt.ending().ifPresent(ending -> entry.put("ending", ending.sentence()));
        }
        ArrayNode checkpoints = node.putArray("checkpoints");
        for (Checkpoint checkpoint : folder.checkpoints().list()) {
            checkpoints.addObject().put("step", checkpoint.step()).put("bytes", checkpoint.bytes());
        }
        folder.result().ifPresent(result -> node.set("result", result(result)));
        return node;
    }

    private static ObjectNode result(Result result) {
        ObjectNode node = Json.object();
        node.put("status", result.status());
        node.put("step", result.step());
        result.failure().ifPresent(failure -> node.put("failure", failure));
        ObjectNode metrics = node.putObject("metrics");
        result.metrics().forEach(metrics::put);
        ObjectNode measurement = node.putObject("measurement");
        measurement.put("load_seconds", result.measurement().loadSeconds());
        measurement.put("total_seconds", result.measurement().totalSeconds());
        measurement.put("peak_resident_bytes", result.measurement().peakResidentBytes());
        measurement.put("estimated_peak_bytes", result.measurement().estimatedPeakBytes());
        measurement.put("bytes_written", result.measurement().bytesWritten());
        measurement.put("tokens", result.measurement().tokens());
        measurement.put("examples", result.measurement().examples());
        ObjectNode data = node.putObject("data");
        result.data().forEach(data::put);
        ObjectNode files = node.putObject("files");
        result.files().forEach(files::put);
        return node;
    }
}
