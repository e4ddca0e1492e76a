package dev.tagwerk.local;

import dev.tagwerk.runfolder.ProcessIdentity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the wrapper leaves in {@code attempts/<attempt>/}: {@code pid}, {@code exit}, {@code log}.
 */
record AttemptFiles(Path folder) {
    static final String ATTEMPTS = "attempts";

    static AttemptFiles of(Path runFolder, String attempt) {
        return new AttemptFiles(runFolder.resolve(ATTEMPTS).resolve(attempt));
    }

    Path pid() {
        return folder.resolve("pid");
    }

    Path exit() {
        return folder.resolve("exit");
    }

    Path log() {
        return folder.resolve("log");
    }

    boolean started() {
        return Files.exists(pid());
    }

    /** The wrapper's process; empty while it has not written all of it. */
    Optional<ProcessIdentity> process() throws IOException {
        String line = read(pid()).orElse("");
        int space = line.indexOf(' ');
        if (!line.endsWith("\n") || space < 0) {
            return Optional.empty();
        }
        try {
            long pid = Long.parseLong(line.substring(0, space));
            return Optional.of(new ProcessIdentity(pid, line.substring(space + 1).strip()));
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }

    OptionalInt exitCode() throws IOException {
        Optional<String> text = read(exit());
        if (text.isEmpty()) {
            return OptionalInt.empty();
        }
        try {
            return OptionalInt.of(Integer.parseInt(text.get().strip()));
        } catch (NumberFormatException notOurs) {
            return OptionalInt.empty();
        }
    }

    private static Optional<String> read(Path file) throws IOException {
        try {
            return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }
}
