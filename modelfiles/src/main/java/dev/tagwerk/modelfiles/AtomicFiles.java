package dev.tagwerk.modelfiles;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that appear whole or not at all: written aside, forced to the disk, renamed. */
final class AtomicFiles {
    /** What fills a file. */
    interface Content {
        void writeTo(FileChannel channel) throws IOException;
    }

    private AtomicFiles() {}

    static void write(Path file, String text) {
        write(file, channel -> drain(channel, StandardCharsets.UTF_8.encode(text)));
    }

    static void write(Path file, Content content) {
        Path target = file.toAbsolutePath();
        Path folder = target.getParent();
        if (folder == null) {
            throw ModelFilesException.of(file, "is not a file name", "give a file in a folder");
        }
        Path aside = target.resolveSibling("." + target.getFileName() + ".writing");
        try {
            Files.createDirectories(folder);
            try (FileChannel channel =
                    FileChannel.open(
                            aside,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.TRUNCATE_EXISTING,
                            StandardOpenOption.WRITE)) {
                content.writeTo(channel);
                channel.force(true);
            }
            Files.move(
                    aside,
                    target,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
                directory.force(true);
            }
        } catch (IOException e) {
            discard(aside, e);
            throw ModelFilesException.of(
                    file,
                    "cannot be written: " + e,
                    "check free space and permissions of its folder",
                    e);
        }
    }

    static void drain(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
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
