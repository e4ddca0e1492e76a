package dev.tagwerk.data;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** One push at a time; the lock goes when its process goes. */
final class StoreLock implements AutoCloseable {
    private static final int TRIES = 300;
    private static final long PAUSE_MILLIS = 100;

    private final FileChannel channel;

    private StoreLock(FileChannel channel) {
        this.channel = channel;
    }

    static StoreLock acquire(Path root) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean locked = false;
        try {
            for (int i = 0; i < TRIES && !locked; i++) {
                locked = tryLock(channel);
                if (!locked) {
                    Thread.sleep(PAUSE_MILLIS);
                }
            }
            if (!locked) {
                throw new DataException(
                        "another push is under way in " + root + "; try again when it is done");
            }
            return new StoreLock(channel);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataException("interrupted while waiting for another push", e);
        } finally {
            if (!locked) {
                channel.close();
            }
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
    public void close() throws IOException {
        channel.close();
    }
}
