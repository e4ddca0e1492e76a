package dev.tagwerk.engine;

import java.nio.file.Path;

/** A run as shown to people: its state, its progress, and where it lies. */
public record RunView(RunState state, Progress progress, Path folder) {
    public RunId id() {
        return state.id();
    }

    public Phase phase() {
        return state.phase();
    }
}
