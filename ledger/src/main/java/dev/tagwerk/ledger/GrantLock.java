package dev.tagwerk.ledger;

import dev.tagwerk.runfolder.Disk;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Only one holder at a time, of all threads of all processes of this machine. The system gives it
 * back when its holder is killed.
 */
final class GrantLock implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final Duration BETWEEN = Duration.ofMillis(5);

    /** Locks of files belong to a whole process; among its threads this one decides. */
    private static final ReentrantLock HERE = new ReentrantLock();

    private final FileChannel channel;

    private GrantLock(FileChannel channel) {
        this.channel = channel;
    }

    static GrantLock acquire(Path folder, Disk disk) {
        Path file = folder.resolve("grants.lock");
        try {
            if (!HERE.tryLock(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                throw busy(file);
            }
        } catch (InterruptedException interrupted) {
            throw interrupted(file);
        }
        try {
            disk.createFolders(folder);
            return new GrantLock(locked(file));
        } catch (IOException failure) {
            HERE.unlock();
            throw new LedgerException(
                    file
                            + " cannot be locked: "
                            + failure.getMessage()
                            + "; the workspace must be writable, on a disk that knows locks");
        } catch (LedgerException failure) {
            HERE.unlock();
            throw failure;
        }
    }

    private static FileChannel locked(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        file,
                        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        try {
            long end = System.nanoTime() + LONGEST.toNanos();
            while (true) {
                FileLock lock = channel.tryLock();
                if (lock != null) {
                    return channel;
                }
                if (System.nanoTime() > end) {
                    throw busy(file);
                }
                Thread.sleep(BETWEEN);
            }
        } catch (InterruptedException interrupted) {
            channel.close();
            throw interrupted(file);
        } catch (IOException | LedgerException failure) {
            channel.close();
            throw failure;
        }
    }

    private static LedgerException busy(Path file) {
        return new LedgerException(
                file + " is held by another process for over " + LONGEST.toSeconds() + " s");
    }

    private static LedgerException interrupted(Path file) {
        Thread.currentThread().interrupt();
        return new LedgerException("interrupted while waiting for " + file);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException kept) {
            // the system gives the lock back at the latest when the process ends
        } finally {
            HERE.unlock();
        }
    }
}
