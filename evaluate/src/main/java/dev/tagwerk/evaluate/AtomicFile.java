package dev.tagwerk.evaluate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Replaces a file so that a kill leaves the old one or the new one, never half of one. */
final class AtomicFile {
    private AtomicFile() {}

    static void write(Path file, byte[] content) {
        Path target = file.toAbsolutePath();
        Path aside =
                target.resolveSibling(
                        "." + target.getFileName() + "." + UUID.randomUUID() + ".writing");
        try {
            Path folder = target.getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            try (FileChannel channel =
                    FileChannel.open(
                            aside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(
                    aside,
                    target,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            discard(aside, e);
            throw new EvaluateException(
                    "Cannot write "
                            + file
                            + ": "
                            + e
                            + ". Check the free space and the rights of its folder",
                    e);
        }
    }

    private static void discard(Path aside, IOException failure) {
        try {
            Files.deleteIfExists(aside);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
