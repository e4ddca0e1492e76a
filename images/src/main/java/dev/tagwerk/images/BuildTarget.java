package dev.tagwerk.images;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where a built image goes. Whoever looks there sees the old image or the new one, whole, at any
 * moment, also after a kill: a new name and a tar come by one rename; in a layout that is there the
 * blobs, which have their contents' names, come first, and one rename of its index changes it over.
 *
 * @param asTar whether the image is one file
 * @param replace whether an older image may be replaced
 */
record BuildTarget(Path path, boolean asTar, boolean replace) {
    private static final String LAYOUT = "oci-layout";
    private static final String VERSION = "{\"imageLayoutVersion\":\"1.0.0\"}";

    /** Whether a build may be put there. */
    void check() throws IOException {
        if (!isThere()) {
            return;
        }
        if (!replace) {
            throw refused("it is there already", "name another, or say --replace");
        }
        boolean file = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
        boolean folder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        if (!file && !folder
                || folder && !Files.isRegularFile(path.resolve(LAYOUT)) && !isEmpty(path)) {
            throw refused(
                    "it is neither a file nor an OCI layout, so it is not replaced",
                    "name another, or remove it yourself");
        }
        if (file != asTar) {
            throw refused(
                    file
                            ? "it is a file, and without .tar at its end an image becomes a folder"
                            : "it is a folder, and with .tar at its end an image becomes a file",
                    "name another, or remove it yourself");
        }
        for (String part : List.of("blobs", "blobs/sha256")) {
            Path blobs = path.resolve(part);
            if (folder
                    && Files.exists(blobs, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isDirectory(blobs, LinkOption.NOFOLLOW_LINKS)) {
                throw refused(
                        "its `" + part + "` is a link: the blobs there may be other images', too",
                        "name another");
            }
        }
    }

    private boolean isThere() {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.findAny().isEmpty();
        }
    }

    private ImageException refused(String why, String remedy) {
        return new ImageException(path.toString(), why, remedy);
    }

    /** Moves what is finished into its place. */
    void publish(Path finished) throws IOException {
        check();
        if (asTar || !isThere()) {
            Files.move(finished, path, StandardCopyOption.ATOMIC_MOVE);
            return;
        }
        Path layout = path.resolve(LAYOUT);
        try (FileChannel channel =
                FileChannel.open(layout, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock(); // one at a time; ends with the channel, or with the process
            if (channel.size() == 0) {
                channel.write(StandardCharsets.UTF_8.encode(VERSION));
            }
            changeOver(finished);
        } catch (OverlappingFileLockException ours) {
            throw refused("another build is just being put there", "try again");
        }
    }

    private void changeOver(Path finished) throws IOException {
        Path blobs = Files.createDirectories(path.resolve("blobs/sha256"));
        Set<Path> ours = new HashSet<>();
        try (Stream<Path> all = Files.list(finished.resolve("blobs/sha256"))) {
            for (Path blob : all.toList()) {
                Path to = blobs.resolve(blob.getFileName());
                Files.move(blob, to, StandardCopyOption.ATOMIC_MOVE);
                ours.add(to);
            }
        }
        Files.move(
                finished.resolve("index.json"),
                path.resolve("index.json"),
                StandardCopyOption.ATOMIC_MOVE);
        try (Stream<Path> all = Files.list(blobs)) {
            for (Path blob : all.toList()) {
                if (!ours.contains(blob) && Files.isRegularFile(blob, LinkOption.NOFOLLOW_LINKS)) {
                    Files.deleteIfExists(blob);
                }
            }
        }
    }

    /** Refuses a place inside of a folder that goes into the image: it would go into itself. */
    void outside(Path source, String option) throws IOException {
        Path parent = path.toAbsolutePath().normalize().getParent();
        if (parent != null
                && Files.isDirectory(parent)
                && Files.isDirectory(source)
                && parent.toRealPath().startsWith(source.toRealPath())) {
            throw refused(
                    "it lies in the folder of " + option + ", so it would go into itself",
                    "name a place outside of " + source);
        }
    }
}
