package dev.tagwerk.hub;

import java.util.Optional;

/**
 * Tells work that belongs together to stop, since a part of it failed. No thread is interrupted:
 * that would close the files that others are writing to.
 */
final class Cancellation {
    /** Ends work that nobody waits for any more. */
    static final class Cancelled extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Cancelled() {
            super("cancelled", null, false, false);
        }
    }

    private final Optional<Cancellation> outer;
    private volatile boolean cancelled;

    Cancellation() {
        this.outer = Optional.empty();
    }

    private Cancellation(Cancellation outer) {
        this.outer = Optional.of(outer);
    }

    /** One that also ends when this one does. */
    Cancellation inner() {
        return new Cancellation(this);
    }

    void cancel() {
        cancelled = true;
    }

    boolean isCancelled() {
        return cancelled || outer.map(Cancellation::isCancelled).orElse(false);
    }

    void check() {
        if (isCancelled()) {
            throw new Cancelled();
        }
    }
}
