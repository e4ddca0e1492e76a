package dev.tagwerk.runfolder;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads an event log while it grows. A line counts once its line end is there, so that a line still
 * being written is neither lost nor read twice. Not thread-safe.
 */
public final class EventTail {
    /** Longer lines are no events of ours; they are passed over without being held in memory. */
    static final int LONGEST_LINE = 1 << 20;

    private static final int CHUNK = 1 << 16;

    private final Path file;
    private long offset;

    EventTail(Path file, long offset) {
        this.file = file;
        this.offset = offset;
    }

    /** Where the next poll goes on; a tail opened there sees no event twice. */
    public long offset() {
        return offset;
    }

    /** The events whose lines were completed since the last poll; empty when there are none. */
    public Events poll() {
        List<Event> events = new ArrayList<>();
        List<Events.SkippedLine> skipped = new ArrayList<>();
        scan(events::add, skipped::add);
        return new Events(events, skipped);
    }

    /** Reads all complete lines; returns the bytes after the last line end. */
    byte[] scan(Consumer<Event> events, Consumer<Events.SkippedLine> skipped) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() < offset) {
                offset = 0;
            }
            ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
            long lineStart = offset;
            long position = offset;
            long lineLength = 0;
            while (channel.read(chunk, position) > 0) {
                chunk.flip();
                while (chunk.hasRemaining()) {
                    byte next = chunk.get();
                    position++;
                    if (next != '\n') {
                        lineLength++;
                        if (lineLength <= LONGEST_LINE) {
                            line.write(next);
                        }
                        continue;
                    }
                    if (lineLength > LONGEST_LINE) {
                        skipped.accept(
                                new Events.SkippedLine(
                                        lineStart, "line longer than " + LONGEST_LINE + " bytes"));
                    } else if (lineLength > 0) {
                        read(lineStart, line.toByteArray(), events, skipped);
                    }
                    line.reset();
                    lineLength = 0;
                    lineStart = position;
                    offset = position;
                }
                chunk.clear();
            }
            return line.toByteArray();
        } catch (NoSuchFileException notYet) {
            return new byte[0];
        } catch (IOException failure) {
            throw new RunFolderException(
                    "Cannot read the events in " + file + ": " + failure.getMessage(), failure);
        }
    }

    static void read(
            long start, byte[] line, Consumer<Event> events, Consumer<Events.SkippedLine> skipped) {
        Event event;
        try {
            event = EventJson.read(line);
        } catch (IllegalArgumentException wrong) {
            skipped.accept(new Events.SkippedLine(start, String.valueOf(wrong.getMessage())));
            return;
        }
        events.accept(event);
    }
}
