package dev.tagwerk.engine;

import dev.tagwerk.runfolder.Disk;
import dev.tagwerk.runfolder.Stamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * A run's append-only file. Each entry is on the device before the act that follows it, so that a
 * controller killed at any point finds what it had decided. The holder of the run's lock appends.
 */
final class Journal {
    static final String FILE = "journal.jsonl";

    private final Path folder;
    private final Path file;
    private final Disk disk;
    private final Clock clock;

    Journal(Path folder, Disk disk, Clock clock) {
        this.folder = folder;
        this.file = folder.resolve(FILE);
        this.disk = disk;
        this.clock = clock;
    }

    /**
     * All entries; a torn last line is no entry, any other unreadable line is a damaged journal.
     */
    List<Entry> read() {
        return load().entries();
    }

    Entry append(Function<Stamp, Entry> make) {
        Loaded loaded = load();
        Stamp stamp =
                new Stamp(
                        loaded.entries().size() + 1L,
                        clock.instant().truncatedTo(ChronoUnit.MILLIS));
        Entry entry = make.apply(stamp);
        try {
            disk.writeAt(file, loaded.length(), EntryJson.write(entry));
            disk.sync(file);
            if (loaded.length() == 0) {
                disk.syncFolder(folder);
            }
        } catch (IOException failure) {
            throw new EngineException(
                    "journal_not_writable",
                    EngineException.Category.USER,
                    "Cannot write "
                            + file
                            + ": "
                            + failure.getMessage()
                            + ". Free some space or make the workspace writable, then try again.",
                    failure);
        }
        return entry;
    }

    private record Loaded(List<Entry> entries, long length) {}

    private Loaded load() {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException none) {
            return new Loaded(List.of(), 0);
        } catch (IOException failure) {
            throw new EngineException(
                    "journal_not_readable",
                    EngineException.Category.USER,
                    "Cannot read " + file + ": " + failure.getMessage(),
                    failure);
        }
        List<Entry> entries = new ArrayList<>();
        int start = 0;
        for (int end = 0; end < bytes.length; end++) {
            if (bytes[end] == '\n') {
                entries.add(entry(Arrays.copyOfRange(bytes, start, end), entries.size() + 1));
                start = end + 1;
            }
        }
        return new Loaded(List.copyOf(entries), start);
    }

    private Entry entry(byte[] line, int number) {
        try {
            return EntryJson.read(line);
        } catch (IllegalArgumentException wrong) {
            throw new EngineException(
                    "journal_damaged",
                    EngineException.Category.USER,
                    file
                            + " is damaged in line "
                            + number
                            + ": "
                            + wrong.getMessage()
                            + ". The run's files in output/ are not affected; restore the journal"
                            + " from a backup, or start a new run.",
                    wrong);
        }
    }
}
