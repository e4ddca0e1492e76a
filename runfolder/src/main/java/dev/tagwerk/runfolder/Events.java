package dev.tagwerk.runfolder;

import java.util.List;

/** What a reading of the event log gave: the intact events in order, and the lines passed over. */
public record Events(List<Event> events, List<SkippedLine> skipped) {
    public Events {
        events = List.copyOf(events);
        skipped = List.copyOf(skipped);
    }

    /**
     * A line that is not an event of this version.
     *
     * @param offset where the line begins, in bytes from the file's start
     */
    public record SkippedLine(long offset, String reason) {}
}
