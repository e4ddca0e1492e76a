package dev.tagwerk.cli;

import dev.tagwerk.preflight.FileReport;
import dev.tagwerk.spec.Problem;
import java.util.Optional;

/** What came of one file. */
sealed interface Looked {
    /**
     * It is of a known kind, or was named and could not be read.
     *
     * @param own what was found out about a job of ours
     */
    record Known(FileReport report, Optional<OwnJob> own) implements Looked {}

    /** It is sound, or too large for a job, and of no known kind. */
    record PassedOver() implements Looked {}

    /** It lies in a folder and could not be read. */
    record Unread(Problem problem) implements Looked {}
}
