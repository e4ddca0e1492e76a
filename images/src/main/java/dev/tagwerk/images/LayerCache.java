package dev.tagwerk.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * What layers hold, kept by their digests, so that each is read once. Only what was verified is
 * kept. Private to the user; an entry that is damaged is made anew, and a folder that cannot be
 * written is no reason to fail. Safe for several threads and processes.
 */
public final class LayerCache {
    private final Optional<Path> folder;

    private LayerCache(Optional<Path> folder) {
        this.folder = folder;
    }

    /** Keeps nothing. */
    public static LayerCache none() {
        return new LayerCache(Optional.empty());
    }

    /** Keeps everything in a folder, which is made when there is something to keep. */
    public static LayerCache in(Path folder) {
        return new LayerCache(Optional.of(folder));
    }

    Optional<LayerContent> get(Digest digest, Budget budget) {
        if (folder.isEmpty()) {
            return Optional.empty();
        }
        Path file = file(folder.get(), digest);
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    ? Optional.of(LayerJson.read(file, digest, budget))
                    : Optional.empty();
        } catch (IOException damaged) {
            return Optional.empty();
        }
    }

    void put(Digest digest, LayerContent content) {
        if (folder.isEmpty()) {
            return;
        }
        try {
            Path kept = folder.get();
            if (!Files.isDirectory(kept)) {
                Files.createDirectories(
                        kept,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rwx------")));
            }
            // createTempFile makes it 0600.
            Path fresh = Files.createTempFile(kept, "layer", ".part");
            try {
                LayerJson.write(fresh, digest, content);
                Files.move(fresh, file(kept, digest), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(fresh);
            }
        } catch (IOException unwritable) {
            // the next inspection reads the layer again
        }
    }

    private static Path file(Path folder, Digest digest) {
        return folder.resolve(digest.algorithm() + "-" + digest.hex() + ".json.gz");
    }
}
