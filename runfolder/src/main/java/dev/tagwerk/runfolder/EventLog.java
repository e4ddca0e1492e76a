package dev.tagwerk.runfolder;

import java.io.IOException;
import java.io.InputStream;
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
 * The append-only log {@code output/events.jsonl}. One process appends (the claim sees to that),
 * any number read. Thread-safe.
 *
 * <p>A kill in the middle of a write leaves a torn last line: a reader passes over it and reports
 * it, the next writer cuts it off.
 */
public final class EventLog {
    private final Path folder;
    private final Path file;
    private final Disk disk;
    private final Clock clock;

    /** Length of the intact part; -1 until the first append has looked. */
    private long end = -1;

    private long lastSequence;

    EventLog(Path folder, Disk disk, Clock clock) {
        this.folder = folder;
        this.file = folder.resolve("events.jsonl");
        this.disk = disk;
        this.clock = clock;
    }

    public Path file() {
        return file;
    }

    /**
     * Appends the event that is made from the next stamp, for example {@code append(stamp -> new
     * Event.Note(stamp, "text"))}. The line has reached the operating system when this returns, so
     * that it survives the process; {@link #sync()} makes it survive the machine.
     */
    public synchronized Event append(Function<Stamp, Event> make) {
        try {
            if (end < 0) {
                recover();
            }
            Stamp stamp =
                    new Stamp(lastSequence + 1, clock.instant().truncatedTo(ChronoUnit.MILLIS));
            Event event = make.apply(stamp);
            byte[] line = EventJson.write(event);
            disk.writeAt(file, end, line);
            end += line.length;
            lastSequence = stamp.sequence();
            return event;
        } catch (IOException failure) {
            throw new RunFolderException(
                    "Cannot append to "
                            + file
                            + ": "
                            + failure.getMessage()
                            + ". Free some space or make the folder writable, then resume the run.",
                    failure);
        }
    }

    /** Flushes what was appended to the device. */
    public synchronized void sync() {
        if (end < 0) {
            return;
        }
        try {
            disk.sync(file);
        } catch (IOException failure) {
            throw new RunFolderException(
                    "Cannot flush " + file + ": " + failure.getMessage(), failure);
        }
    }

    /** All events so far, a torn last line among the skipped. */
    public Events read() {
        List<Event> events = new ArrayList<>();
        List<Events.SkippedLine> skipped = new ArrayList<>();
        EventTail tail = tail(0);
        byte[] rest = tail.scan(events::add, skipped::add);
        if (rest.length > 0) {
            skipped.add(
                    new Events.SkippedLine(
                            tail.offset(), "torn last line of " + rest.length + " bytes"));
        }
        return new Events(events, skipped);
    }

    /** The complete lines among the first bytes of the log: how the first attempt started. */
    public Events head(int bytes) {
        List<Event> events = new ArrayList<>();
        List<Events.SkippedLine> skipped = new ArrayList<>();
        byte[] start;
        try (InputStream in = Files.newInputStream(file)) {
            start = in.readNBytes(bytes);
        } catch (NoSuchFileException notYet) {
            start = new byte[0];
        } catch (IOException failure) {
            throw new RunFolderException(
                    "Cannot read the events in " + file + ": " + failure.getMessage(), failure);
        }
        int lineStart = 0;
        for (int at = 0; at < start.length; at++) {
            if (start[at] == '\n') {
                byte[] line = Arrays.copyOfRange(start, lineStart, at);
                EventTail.read(lineStart, line, events::add, skipped::add);
                lineStart = at + 1;
            }
        }
        return new Events(events, skipped);
    }

    /** Follows the log from a byte offset: 0, or one that an earlier tail reached. */
    public EventTail tail(long offset) {
        if (offset < 0) {
            throw new IllegalArgumentException("offset: must not be negative, is " + offset);
        }
        return new EventTail(file, offset);
    }

    private void recover() throws IOException {
        disk.createFolders(folder);
        long[] last = new long[1];
        EventTail tail = tail(0);
        tail.scan(event -> last[0] = Math.max(last[0], event.sequence()), skipped -> {});
        lastSequence = last[0];
        // What follows the last line end was never a complete event: the next write cuts it off.
        end = tail.offset();
    }
}
