package dev.tagwerk.engine;

/** What a provider says of an attempt. */
public sealed interface Observation {
    /** Accepted, not yet at work. */
    record Waiting() implements Observation {}

    record Running() implements Observation {}

    /** Ended with this exit code; above 128 a signal (code - 128), as shells have it. */
    record Exited(int code) implements Observation {}

    /** No longer there, and how it ended is not known. */
    record Gone(String why) implements Observation {}

    default boolean ended() {
        return switch (this) {
            case Waiting waiting -> false;
            case Running running -> false;
            case Exited exited -> true;
            case Gone gone -> true;
        };
    }
}
