package dev.tagwerk.hub;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Makes the folder of a commit. A new one is made aside and renamed, so that whoever looks sees all
 * of it or nothing.
 */
final class Snapshots {
    private final RepositoryFolder folder;
    private final String commit;
    private final boolean links;

    /**
     * @param links whether it consists of links to blobs; else of the files themselves
     */
    Snapshots(RepositoryFolder folder, String commit, boolean links) {
        this.folder = folder;
        this.commit = commit;
        this.links = links;
    }

    /** Whether symbolic links can be made in a folder, which is made if need be. */
    static boolean linksWork(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path probe = folder.resolve(".link-" + ProcessHandle.current().pid());
        try {
            Files.deleteIfExists(probe);
            Files.createSymbolicLink(probe, Path.of("nowhere"));
            return true;
        } catch (FileSystemException | UnsupportedOperationException none) {
            return false;
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    /** Whether a file of this length is there. */
    static boolean holds(Path file, long size) {
        try {
            return Files.isRegularFile(file) && Files.size(file) == size;
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Where a file's bytes must lie before {@link #publish}. */
    Path home(RepositoryFile file) {
        return links
                ? folder.blobs().resolve(file.digest().hex())
                : file.path().in(folder.staging(commit));
    }

    /** Whether nothing of a file has to be fetched. */
    boolean has(RepositoryFile file) {
        return holds(home(file), file.size())
                || (!links && holds(file.path().in(folder.snapshot(commit)), file.size()));
    }

    /** Lets the commit's folder hold the files, whose bytes are at their homes. */
    Path publish(List<RepositoryFile> files) throws IOException {
        Path snapshot = folder.snapshot(commit);
        Path staging = folder.staging(commit);
        Files.createDirectories(folder.snapshots());
        if (links) {
            clear(staging);
            for (RepositoryFile file : files) {
                link(file, staging);
            }
        }
        if (!Files.exists(snapshot, LinkOption.NOFOLLOW_LINKS)) {
            try {
                Files.move(staging, snapshot, StandardCopyOption.ATOMIC_MOVE);
                return snapshot;
            } catch (FileAlreadyExistsException | DirectoryNotEmptyException another) {
                // another pull was faster: its files stay, ours join them
            }
        }
        for (RepositoryFile file : files) {
            Path made = file.path().in(staging);
            Path place = file.path().in(snapshot);
            if (Files.exists(made, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectories(Objects.requireNonNull(place.getParent()));
                Files.move(
                        made,
                        place,
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        clear(staging);
        return snapshot;
    }

    /** Relative, so that the cache can be moved. */
    private static void link(RepositoryFile file, Path snapshot) throws IOException {
        Path place = file.path().in(snapshot);
        Files.createDirectories(Objects.requireNonNull(place.getParent()));
        String up = "../".repeat(file.path().depth() + 2);
        Files.createSymbolicLink(place, Path.of(up + "blobs/" + file.digest().hex()));
    }

    private static void clear(Path tree) throws IOException {
        if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
