package dev.tagwerk.hub;

import java.time.Duration;

/** When something last came over a connection. */
final class Activity {
    private final long start = System.nanoTime();
    private volatile long last = start;

    void happened() {
        last = System.nanoTime();
    }

    Duration age() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    Duration quiet() {
        return Duration.ofNanos(System.nanoTime() - last);
    }
}
