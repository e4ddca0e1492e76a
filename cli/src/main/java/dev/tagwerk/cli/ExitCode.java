package dev.tagwerk.cli;

/** What the shell gets back. */
final class ExitCode {
    static final int DONE = 0;
    static final int FAILED = 1;

    /** A mistake in the arguments, or a file that is not valid. */
    static final int USAGE = 2;

    /** Refused by a gate: quality, budget, residency. */
    static final int REFUSED = 3;

    static final int INTERRUPTED = 130;
    static final int TERMINATED = 143;

    private ExitCode() {}
}
