package dev.tagwerk.hub;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Pulls from a fake hub into a folder; waiting takes no time. */
final class Pulls implements PullListener {
    static final long PART = 64 * 1024;

    private final Map<String, String> environment = new LinkedHashMap<>();
    private final AtomicLong millis =
            new AtomicLong(Instant.parse("2026-12-01T00:00:00Z").toEpochMilli());
    final List<Duration> waits = Collections.synchronizedList(new ArrayList<>());
    final List<String> notes = Collections.synchronizedList(new ArrayList<>());
    final AtomicLong bytes = new AtomicLong();

    Pulls(FakeHub hub, Path cache) {
        environment.put("HF_ENDPOINT", hub.address());
        environment.put("HF_HUB_CACHE", cache.toString());
        environment.put("HOME", cache.toString());
    }

    Pulls with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Map<String, String> environment() {
        return environment;
    }

    PullResult pull(String what, String... include) {
        try (Pull pull = open(what, include)) {
            return pull.run(pull.plan());
        }
    }

    PullPlan plan(String what, String... include) {
        try (Pull pull = open(what, include)) {
            return pull.plan();
        }
    }

    Pull open(String what, String... include) {
        return new Pull(
                environment,
                PullRequest.parse(what, List.of(include), List.of(), 4),
                this,
                clock(),
                this::pause,
                PART);
    }

    private Clock clock() {
        InstantSource source = () -> Instant.ofEpochMilli(millis.get());
        return source.withZone(ZoneOffset.UTC);
    }

    private void pause(Duration duration) {
        waits.add(duration);
        millis.addAndGet(duration.toMillis());
        try {
            // locks are held by others in real time
            Thread.sleep(1);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    Duration waited() {
        synchronized (waits) {
            return waits.stream().reduce(Duration.ZERO, Duration::plus);
        }
    }

    @Override
    public void bytes(long more) {
        bytes.addAndGet(more);
    }

    @Override
    public void note(String line) {
        notes.add(line);
    }
}
