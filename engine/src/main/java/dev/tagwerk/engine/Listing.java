package dev.tagwerk.engine;

import java.util.List;

/**
 * All runs of a workspace.
 *
 * @param runs newest first
 * @param unreadable runs whose journal cannot be read, with the reason
 */
public record Listing(List<RunView> runs, List<Unreadable> unreadable) {
    public Listing {
        runs = List.copyOf(runs);
        unreadable = List.copyOf(unreadable);
    }

    public record Unreadable(String run, String reason) {}
}
