package dev.tagwerk.train;

/** Whether somebody asked to stop after the step in progress. */
final class StopFlag {
    private volatile boolean requested;

    void request() {
        requested = true;
    }

    boolean requested() {
        return requested;
    }
}
