package dev.tagwerk.hub;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** What may go better the next time. */
final class TransientFailure extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Optional<Duration> wait;

    /**
     * @param wait how long the server asked to be left alone
     */
    TransientFailure(String message, Optional<Duration> wait) {
        super(message);
        this.wait = wait;
    }

    TransientFailure(String message) {
        this(message, Optional.empty());
    }

    Optional<Duration> asked() {
        return wait;
    }
}
