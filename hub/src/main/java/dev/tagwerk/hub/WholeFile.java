package dev.tagwerk.hub;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.Optional;

/** Small files that appear whole or not at all, however many write them at once. */
final class WholeFile {
    private WholeFile() {}

    static void write(Path file, String text) throws IOException {
        if (read(file).equals(Optional.of(text))) {
            return;
        }
        Path folder = Objects.requireNonNull(file.getParent());
        Files.createDirectories(folder);
        Path aside =
                folder.resolve(
                        "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            Files.writeString(aside, text);
            Files.move(
                    aside,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(aside);
        }
    }

    /** The text of a file; empty when there is none, or it cannot be read. */
    static Optional<String> read(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) < 64 << 20
                    ? Optional.of(Files.readString(file))
                    : Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
