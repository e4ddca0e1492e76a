package dev.tagwerk.hub;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Keeps two pulls from fetching the same file at once. Where the file system has no locks it is not
 * {@link #exclusive()}, and each pull then writes to a file of its own.
 *
 * @param flock the lock; empty where there are none
 */
record FileLock(Optional<Flock> flock) implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int TELL_AFTER = 30;

    static FileLock take(
            Path file, String what, PullListener listener, Pause pause, Cancellation cancellation)
            throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        for (int tries = 1; ; tries++) {
            cancellation.check();
            switch (Flock.attempt(file)) {
                case Flock.Outcome.Held held -> {
                    return new FileLock(Optional.of(held.lock()));
                }
                case Flock.Outcome.Unsupported none -> {
                    return new FileLock(Optional.empty());
                }
                case Flock.Outcome.Busy busy -> {
                    if (tries == TELL_AFTER) {
                        listener.note(what + ": waiting for another process that fetches it");
                    }
                    pause.of(POLL);
                }
            }
        }
    }

    boolean exclusive() {
        return flock.isPresent();
    }

    @Override
    public void close() {
        flock.ifPresent(Flock::close);
    }
}
