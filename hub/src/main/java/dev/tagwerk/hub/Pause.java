package dev.tagwerk.hub;

import java.time.Duration;

/** How to wait; a test does it faster. */
interface Pause {
    void of(Duration duration);

    Pause REAL =
            duration -> {
                try {
                    Thread.sleep(duration);
                } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                    throw new Cancellation.Cancelled();
                }
            };
}
