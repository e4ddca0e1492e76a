package dev.tagwerk.engine;

/** Why an attempt ended. */
public sealed interface Ending {
    record Succeeded() implements Ending {}

    /** It exited by itself with this code, or its result says that it failed. */
    record Failed(int exitCode, String message) implements Ending {}

    /** A signal that nobody here sent ended it: 9 often means that memory ran out. */
    record Signalled(int signal) implements Ending {
        boolean polite() {
            return signal == SIGNAL_TERMINATE
                    || signal == SIGNAL_INTERRUPT
                    || signal == SIGNAL_HANGUP;
        }
    }

    /**
     * The user stopped it.
     *
     * @param killed whether it had to be killed because the grace had passed
     */
    record StoppedByUser(boolean killed) implements Ending {}

    /** It reached the job's {@code max_duration}. */
    record OutOfTime() implements Ending {}

    record Vanished(String why) implements Ending {}

    /** The provider did not take it. */
    record NotSubmitted(String why) implements Ending {}

    int SIGNAL_HANGUP = 1;
    int SIGNAL_INTERRUPT = 2;
    int SIGNAL_KILL = 9;
    int SIGNAL_TERMINATE = 15;

    default Phase phase() {
        return switch (this) {
            case Succeeded succeeded -> Phase.SUCCEEDED;
            case Failed failed -> Phase.FAILED;
            case NotSubmitted notSubmitted -> Phase.FAILED;
            case Signalled signalled -> signalled.polite() ? Phase.STOPPED : Phase.FAILED;
            case StoppedByUser stopped -> Phase.STOPPED;
            case OutOfTime outOfTime -> Phase.STOPPED;
            case Vanished vanished -> Phase.VANISHED;
        };
    }

    /** One sentence for people. */
    default String sentence() {
        return switch (this) {
            case Succeeded succeeded -> "Succeeded.";
            case Failed failed ->
                    failed.message().isEmpty()
                            ? "Failed with exit code " + failed.exitCode() + "."
                            : "Failed with exit code "
                                    + failed.exitCode()
                                    + ": "
                                    + failed.message();
            case NotSubmitted notSubmitted -> "Could not be started: " + notSubmitted.why();
            case Signalled signalled ->
                    signalled.signal() == SIGNAL_KILL
                            ? "Killed by signal 9, perhaps because memory ran out."
                            : "Ended by signal " + signalled.signal() + ".";
            case StoppedByUser stopped ->
                    stopped.killed()
                            ? "Stopped by the user; killed after the grace had passed."
                            : "Stopped by the user.";
            case OutOfTime outOfTime -> "Stopped because max_duration was reached.";
            case Vanished vanished -> "Vanished: " + vanished.why();
        };
    }
}
