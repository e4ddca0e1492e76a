package dev.tagwerk.hub;

import java.time.Duration;

/** When something last came over a connection. */
final class Activity {
    private volatile long last = System.nanoTime();

    void happened() {
        last = System.nanoTime();
    }

    Duration quiet() {
        return Duration.ofNanos(System.nanoTime() - last);
    }
}
