package dev.tagwerk.cli;

/** A command that cannot go on: what happened, why, and the next command to type. */
final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final String why;
    private final String next;

    /**
     * @param exitCode one of {@link ExitCode}
     * @param what what happened, in one sentence
     * @param why the reason; empty when {@code what} says it
     * @param next the next command to type; empty when there is none
     */
    CommandException(int exitCode, String what, String why, String next) {
        super(what);
        this.exitCode = exitCode;
        this.why = why;
        this.next = next;
    }

    static CommandException failed(String what, String why, String next) {
        return new CommandException(ExitCode.FAILED, what, why, next);
    }

    static CommandException usage(String what, String why, String next) {
        return new CommandException(ExitCode.USAGE, what, why, next);
    }

    int exitCode() {
        return exitCode;
    }

    String what() {
        String message = getMessage();
        return message == null ? "" : message;
    }

    String why() {
        return why;
    }

    String next() {
        return next;
    }
}
