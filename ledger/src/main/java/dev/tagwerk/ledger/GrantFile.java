package dev.tagwerk.ledger;

import dev.tagwerk.runfolder.Disk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The append-only file {@code grants.jsonl}. The holder of the lock appends, anybody reads. A kill
 * in the middle of a write leaves a torn last line: it is no entry, and the next writer cuts it
 * off.
 */
final class GrantFile {
    private static final long MOST_BYTES = 256L << 20;

    private final Path folder;
    private final Path file;
    private final Disk disk;

    GrantFile(Path folder, Disk disk) {
        this.folder = folder;
        this.file = folder.resolve("grants.jsonl");
        this.disk = disk;
    }

    /**
     * @param length of what is whole
     */
    record Loaded(List<GrantEntry> entries, long length) {}

    Loaded read() {
        byte[] bytes = bytes();
        List<GrantEntry> entries = new ArrayList<>();
        int start = 0;
        for (int here = 0; here < bytes.length; here++) {
            if (bytes[here] == '\n') {
                try {
                    entries.add(GrantEntry.parse(Arrays.copyOfRange(bytes, start, here)));
                } catch (IllegalArgumentException | DateTimeException damaged) {
                    throw new LedgerException(
                            file
                                    + ":"
                                    + (entries.size() + 1)
                                    + " is damaged: "
                                    + damaged.getMessage()
                                    + "; mend the line or put the file aside, then say with"
                                    + " `cost grant --used` what is used");
                }
                start = here + 1;
            }
        }
        return new Loaded(entries, start);
    }

    private byte[] bytes() {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new LedgerException(
                        file + " is larger than " + (MOST_BYTES >> 20) + " MiB; put it aside");
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException none) {
            return new byte[0];
        } catch (IOException unreadable) {
            throw new LedgerException(file + " cannot be read: " + unreadable.getMessage());
        }
    }

    /** Appends entries behind what was read; all of them are on the device when this returns. */
    void append(Loaded loaded, List<GrantEntry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        entries.forEach(entry -> lines.writeBytes(GrantEntry.line(entry)));
        try {
            disk.writeAt(file, loaded.length(), lines.toByteArray());
            disk.sync(file);
            if (loaded.length() == 0) {
                disk.syncFolder(folder);
            }
        } catch (IOException failure) {
            throw new LedgerException(
                    file
                            + " cannot be written: "
                            + failure.getMessage()
                            + "; free some space or make the workspace writable");
        }
    }
}
