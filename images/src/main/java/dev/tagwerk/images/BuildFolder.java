package dev.tagwerk.images;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A private folder beside what is being built, so that the finished thing moves into its place in
 * one step. Taken away at the end, also when the process is told to end.
 */
final class BuildFolder implements AutoCloseable {
    private final Path folder;
    private final Thread atExit;

    private BuildFolder(Path folder) {
        this.folder = folder;
        this.atExit = new Thread(this::delete);
    }

    static BuildFolder beside(Path target) throws IOException {
        Path parent = target.toAbsolutePath().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new ImageException(
                    target.toString(),
                    "there is no folder to write it to",
                    "mkdir -p " + (parent == null ? "FOLDER" : parent));
        }
        // createTempDirectory makes it 0700.
        BuildFolder made = new BuildFolder(Files.createTempDirectory(parent, ".tagwerk-image-"));
        Runtime.getRuntime().addShutdownHook(made.atExit);
        return made;
    }

    Path path() {
        return folder;
    }

    /** Whether a build may be put there. */
    static void check(Path target, boolean replace) throws IOException {
        if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!replace) {
            throw new ImageException(
                    target.toString(), "it is there already", "name another, or say --replace");
        }
        boolean image =
                Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)
                        || Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)
                                && (Files.isRegularFile(target.resolve("oci-layout"))
                                        || isEmpty(target));
        if (!image) {
            throw new ImageException(
                    target.toString(),
                    "it is neither a file nor an OCI layout, so it is not replaced",
                    "name another, or remove it yourself");
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.findAny().isEmpty();
        }
    }

    /** Moves what is finished into its place; what was there stays until the new one is. */
    void publish(Path finished, Path target, boolean replace) throws IOException {
        check(target, replace);
        boolean there = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
        boolean folders = Files.isDirectory(finished) || Files.isDirectory(target);
        // Only a file can take another's place in one step.
        if (!there || !folders) {
            Files.move(finished, target, StandardCopyOption.ATOMIC_MOVE);
            return;
        }
        Path old = folder.resolve("old");
        Files.move(target, old, StandardCopyOption.ATOMIC_MOVE);
        try {
            Files.move(finished, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            Files.move(old, target, StandardCopyOption.ATOMIC_MOVE);
            throw failure;
        }
    }

    private void delete() {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path one : deepestFirst) {
                Files.deleteIfExists(one);
            }
        } catch (IOException | UncheckedIOException gone) {
            // a file that appears or goes meanwhile; what stays is private and named after us
        }
    }

    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException ending) {
            // the hook runs already
        }
    }
}
