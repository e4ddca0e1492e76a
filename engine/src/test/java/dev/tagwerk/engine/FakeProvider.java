package dev.tagwerk.engine;

import dev.tagwerk.runfolder.Claim;
import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.RunFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A place whose memory outlives its controllers; attempts end when a test says so. */
final class FakeProvider implements Provider {
    final Map<String, Observation> attempts = new LinkedHashMap<>();
    int executions;
    Runnable afterSubmit = () -> {};

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public Capabilities capabilities() {
        return new Capabilities(true, true, true);
    }

    @Override
    public Payload render(Attempt attempt) {
        return new Payload(attempt.id() + " in " + attempt.runFolder());
    }

    @Override
    public Handle submit(Payload payload, String idempotencyKey) {
        if (attempts.putIfAbsent(idempotencyKey, new Observation.Running()) == null) {
            executions++;
        }
        afterSubmit.run();
        return new Handle(name(), idempotencyKey);
    }

    @Override
    public Observation observe(Handle handle) {
        return attempts.getOrDefault(handle.value(), new Observation.Gone("never seen"));
    }

    @Override
    public void stop(Handle handle, Duration grace) {
        if (!observe(handle).ended()) {
            attempts.put(handle.value(), new Observation.Exited(143));
        }
    }

    @Override
    public LogChunk logs(Handle handle, long from) {
        return new LogChunk("", from);
    }

    @Override
    public List<Owned> owned() {
        List<Owned> owned = new ArrayList<>();
        attempts.keySet().forEach(key -> owned.add(new Owned(key, new Handle(name(), key))));
        return owned;
    }

    /** What a trainer does in its first steps. */
    static void trains(Path run, String attempt, int step) {
        RunFolder folder = RunFolder.at(run);
        try (Claim _ = folder.claim(attempt)) {
            folder.checkpoints()
                    .write(step, where -> Files.writeString(where.resolve("state"), "s" + step));
            folder.events().append(stamp -> new Event.CheckpointWritten(stamp, step, 2, 0.1));
        }
    }
}
