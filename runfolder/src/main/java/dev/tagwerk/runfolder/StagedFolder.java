package dev.tagwerk.runfolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Folders that appear whole or not at all: written under a temporary name, every file flushed,
 * renamed, the parent flushed. A folder of that name is moved aside first and deleted last; if a
 * kill falls in between, {@link #recover()} puts it back.
 */
final class StagedFolder {
    private static final String UNFINISHED = ".tmp-";
    private static final String ASIDE = ".old-";

    private final Path parent;
    private final Disk disk;
    private final Supplier<String> nonce;

    StagedFolder(Path parent, Disk disk, Supplier<String> nonce) {
        this.parent = parent;
        this.disk = disk;
        this.nonce = nonce;
    }

    /** What remains to be done to the flushed files before the folder gets its name. */
    interface Sealing {
        void seal(Path folder, List<Path> files) throws IOException;
    }

    Path write(String name, FolderWriter writer, Sealing sealing) throws IOException {
        String suffix = name + "-" + nonce.get();
        Path staged = parent.resolve(UNFINISHED + suffix);
        Path target = parent.resolve(name);
        disk.createFolders(staged);
        boolean done = false;
        try {
            writer.writeTo(staged);
            List<Path> files = files(staged);
            for (Path file : files) {
                disk.sync(file);
            }
            sealing.seal(staged, files);
            syncFolders(staged);
            replace(staged, target, parent.resolve(ASIDE + suffix));
            done = true;
        } finally {
            if (!done) {
                deleteQuietly(staged);
            }
        }
        return target;
    }

    private void replace(Path staged, Path target, Path aside) throws IOException {
        boolean exists = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
        if (exists) {
            disk.rename(target, aside);
        }
        try {
            disk.rename(staged, target);
        } catch (IOException failure) {
            if (exists) {
                disk.rename(aside, target);
            }
            throw failure;
        }
        disk.syncFolder(parent);
        if (exists) {
            deleteQuietly(aside);
        }
    }

    /** Removes a folder so that a kill in between leaves a leftover, never half a folder. */
    void remove(Path folder) throws IOException {
        Path doomed = parent.resolve(UNFINISHED + folder.getFileName() + "-" + nonce.get());
        disk.rename(folder, doomed);
        disk.syncFolder(parent);
        disk.delete(doomed);
    }

    /** Deletes what killed writes left behind and puts back what they had moved aside. */
    void recover() throws IOException {
        for (Path leftover : children(parent)) {
            String name = leftover.getFileName().toString();
            if (name.startsWith(UNFINISHED)) {
                disk.delete(leftover);
            } else if (name.startsWith(ASIDE)) {
                Path original = parent.resolve(originalName(name));
                if (Files.exists(original, LinkOption.NOFOLLOW_LINKS)) {
                    disk.delete(leftover);
                } else {
                    disk.rename(leftover, original);
                }
            }
        }
        disk.syncFolder(parent);
    }

    /** The name that a folder moved aside had before; any other name is returned as it is. */
    static String originalName(String name) {
        if (!name.startsWith(ASIDE)) {
            return name;
        }
        int nonceAt = name.lastIndexOf('-');
        return name.substring(ASIDE.length(), Math.max(ASIDE.length(), nonceAt));
    }

    /** All regular files below a folder, sorted; anything but files and folders is refused. */
    static List<Path> files(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path path : walk.sorted().toList()) {
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    files.add(path);
                } else if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    throw new IOException(
                            folder.relativize(path) + " is neither a file nor a folder");
                }
            }
        }
        return files;
    }

    static List<Path> children(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> list = Files.list(folder)) {
            return list.sorted().toList();
        }
    }

    private void syncFolders(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path path : walk.toList()) {
                if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    disk.syncFolder(path);
                }
            }
        }
    }

    private void deleteQuietly(Path folder) {
        try {
            disk.delete(folder);
        } catch (IOException later) {
            // The next attempt's recovery removes it; the failure that led here matters more.
            return;
        }
    }
}
