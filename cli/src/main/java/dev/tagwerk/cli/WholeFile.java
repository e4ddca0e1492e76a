package dev.tagwerk.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;

/** Writes text files whole or not at all: whoever is killed in between leaves the old one. */
final class WholeFile {
    private WholeFile() {}

    /** Writes a file; one that is there keeps its permissions, a link goes on pointing to it. */
    static void write(Path file, String text) throws IOException {
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        Path folder = target.getParent() == null ? Path.of("/") : target.getParent();
        Path temporary = Files.createTempFile(folder, ".tagwerk-", ".new");
        try {
            try (FileChannel channel =
                    FileChannel.open(
                            temporary,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.TRUNCATE_EXISTING)) {
                ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            permissions(target, temporary);
            Files.move(
                    temporary,
                    target,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void permissions(Path target, Path temporary) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(temporary, PosixFileAttributeView.class);
        if (view == null) {
            return;
        }
        if (Files.exists(target)) {
            PosixFileAttributes old = Files.readAttributes(target, PosixFileAttributes.class);
            view.setPermissions(old.permissions());
        } else {
            // a temporary file is for its owner only; a report is as readable as other new files
            view.setPermissions(
                    java.nio.file.attribute.PosixFilePermissions.fromString("rw-r--r--"));
        }
    }
}
