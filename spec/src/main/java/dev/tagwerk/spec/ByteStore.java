package dev.tagwerk.spec;

/** What keeps a run's bytes besides the machine. */
public enum ByteStore implements Word {
    STORAGE,
    REGISTRY,
    LOGS,
    CACHE
}
