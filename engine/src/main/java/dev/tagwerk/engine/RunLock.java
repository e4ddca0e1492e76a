package dev.tagwerk.engine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;

/** One controller at a time works on a run; the lock goes when its process goes. */
final class RunLock implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);

    private final FileChannel channel;

    private RunLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Waits at most this long; empty when another controller keeps the lock. */
    static Optional<RunLock> acquire(Path runFolder, Duration wait, Pause pause) {
        Path file = runFolder.resolve(".lock");
        try {
            FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            boolean locked = false;
            try {
                for (Duration waited = Duration.ZERO; ; waited = waited.plus(POLL)) {
                    if (tryLock(channel)) {
                        locked = true;
                        return Optional.of(new RunLock(channel));
                    }
                    if (waited.compareTo(wait) >= 0) {
                        return Optional.empty();
                    }
                    pause.pause(POLL);
                }
            } finally {
                if (!locked) {
                    channel.close();
                }
            }
        } catch (IOException failure) {
            throw new EngineException(
                    "lock_failed",
                    EngineException.Category.USER,
                    "Cannot lock " + file + ": " + failure.getMessage(),
                    failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException gone) {
            // The lock ends with the channel in any case.
            return;
        }
    }
}
