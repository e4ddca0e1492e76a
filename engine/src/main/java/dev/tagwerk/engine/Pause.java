package dev.tagwerk.engine;

import java.time.Duration;

/** Waiting, as a seam: tests let time pass without waiting. */
@FunctionalInterface
public interface Pause {
    void pause(Duration duration) throws InterruptedException;

    static Pause real() {
        return Thread::sleep;
    }
}
