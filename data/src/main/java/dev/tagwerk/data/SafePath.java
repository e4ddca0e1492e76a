package dev.tagwerk.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file under a name that DuckDB cannot take for a pattern or an address: it reads {@code *},
 * {@code ?} and {@code [} in names as patterns, whatever the file is called. The name is a link in
 * a temporary folder, or a copy where links cannot be made.
 */
record SafePath(Path folder, Path file) implements AutoCloseable {
    static SafePath of(Path file) {
        try {
            Path folder = Files.createTempDirectory("tagwerk-link-");
            Path named = folder.resolve("rows");
            try {
                Files.createSymbolicLink(named, file.toAbsolutePath());
            } catch (IOException | UnsupportedOperationException noLinks) {
                Files.copy(file, named);
            }
            return new SafePath(folder, named);
        } catch (IOException e) {
            throw new DataException(
                    "cannot make a temporary folder for "
                            + file
                            + ": "
                            + e
                            + "; set TMPDIR to a folder with room",
                    e);
        }
    }

    /** What DuckDB says, without a name that means nothing to anybody. */
    static String hidden(String message) {
        return message.replaceAll(" in file '[^']*tagwerk-link-[^']*'", "")
                .replaceAll("file ['\"][^'\"]*tagwerk-link-[^'\"]*['\"]", "the file")
                .replaceAll("[^ '\"]*tagwerk-link-\\d+/rows", "the file");
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        } catch (IOException leftOver) {
            // An empty folder of the temporary folder stays behind.
            return;
        }
    }
}
