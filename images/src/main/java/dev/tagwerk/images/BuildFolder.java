package dev.tagwerk.images;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A private folder beside what is being built, so that the finished thing moves into its place in
 * one step. Taken away at the end, also when the process is told to end. What a killed build left
 * is taken away by the next one: a lock that ends with its process tells them apart from those that
 * are at work.
 */
final class BuildFolder implements AutoCloseable {
    private static final String PREFIX = ".tagwerk-image-";
    private static final String LOCK = "lock";
    private static final int TRIES = 20;

    private final Path folder;
    private final FileChannel lock;
    private final Thread atExit;

    private BuildFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
        this.atExit = new Thread(() -> delete(folder));
    }

    static BuildFolder beside(Path target) throws IOException {
        Path parent = target.toAbsolutePath().normalize().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new ImageException(
                    target.toString(),
                    "there is no folder to write it to",
                    "mkdir -p " + (parent == null ? "FOLDER" : parent));
        }
        for (int i = 0; i < TRIES; i++) {
            Path folder = fresh(parent, target);
            Optional<FileChannel> lock = locked(folder, StandardOpenOption.CREATE);
            if (lock.isPresent()) {
                BuildFolder made = new BuildFolder(folder, lock.get());
                Runtime.getRuntime().addShutdownHook(made.atExit);
                sweep(parent, folder);
                return made;
            }
        }
        throw new ImageException(
                parent.toString(),
                "another build takes every folder away that this one makes there",
                "try again");
    }

    private static Path fresh(Path parent, Path target) throws IOException {
        try {
            return Files.createTempDirectory(parent, PREFIX); // 0700
        } catch (IOException failure) {
            if (BuildFailure.isFull(failure)) {
                throw failure;
            }
            throw new ImageException(
                    target.toString(),
                    "its folder cannot be written to: " + BuildFailure.words(failure),
                    "name another folder, or look at its rights: ls -ld " + parent);
        }
    }

    /**
     * Holds a folder's lock; empty when somebody else does, or takes the folder away. Only who made
     * a folder makes its lock: whoever finds it gone again must not go on with the folder.
     */
    private static Optional<FileChannel> locked(Path folder, StandardOpenOption create)
            throws IOException {
        Path file = folder.resolve(LOCK);
        FileChannel channel;
        try {
            channel = FileChannel.open(file, create, StandardOpenOption.WRITE);
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
        try {
            if (channel.tryLock() != null && Files.exists(file)) {
                return Optional.of(channel);
            }
        } catch (OverlappingFileLockException ours) {
            // another build in this process
        } catch (IOException failure) {
            channel.close();
            throw failure;
        }
        channel.close();
        return Optional.empty();
    }

    /** Takes away what killed builds of the same user left there. */
    private static void sweep(Path parent, Path own) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, PREFIX + "*")) {
            Object user = Files.getAttribute(own, "unix:uid", LinkOption.NOFOLLOW_LINKS);
            for (Path one : all) {
                if (!one.equals(own)
                        && Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS)
                        && user.equals(
                                Files.getAttribute(one, "unix:uid", LinkOption.NOFOLLOW_LINKS))) {
                    abandoned(one);
                }
            }
        } catch (IOException | UncheckedIOException unimportant) {
            // what stays is private; this build does without
        }
    }

    private static void abandoned(Path folder) throws IOException {
        if (!Files.exists(folder.resolve(LOCK), LinkOption.NOFOLLOW_LINKS)) {
            removeEmpty(folder); // killed before its lock was made, or not one of these folders
            return;
        }
        Optional<FileChannel> lock = locked(folder, StandardOpenOption.WRITE);
        if (lock.isPresent()) {
            try (FileChannel held = lock.get()) {
                delete(folder);
            }
        }
    }

    Path path() {
        return folder;
    }

    /** The lock goes last, so that what is left by a delete that is killed is known again. */
    private static void delete(Path folder) {
        Path kept = folder.resolve(LOCK);
        // Whoever is told to end may still be writing: what came meanwhile goes in the next round.
        for (int i = 0; i < TRIES; i++) {
            try (Stream<Path> all = Files.walk(folder)) {
                List<Path> deepestFirst =
                        all.filter(one -> !one.equals(kept) && !one.equals(folder))
                                .sorted(Comparator.reverseOrder())
                                .toList();
                for (Path one : deepestFirst) {
                    Files.deleteIfExists(one);
                }
            } catch (IOException | UncheckedIOException appeared) {
                continue;
            }
            if (isOnly(folder, kept)) {
                try {
                    Files.deleteIfExists(kept);
                } catch (IOException stays) {
                    return;
                }
                removeEmpty(folder);
                return;
            }
        }
    }

    private static boolean isOnly(Path folder, Path file) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.allMatch(file::equals);
        } catch (IOException | UncheckedIOException unknown) {
            return false;
        }
    }

    private static void removeEmpty(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException notEmpty) {
            // it is somebody's, then
        }
    }

    @Override
    public void close() throws IOException {
        delete(folder);
        lock.close();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException ending) {
            // the hook runs already
        }
    }
}
