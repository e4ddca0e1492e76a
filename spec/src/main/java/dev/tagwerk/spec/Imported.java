package dev.tagwerk.spec;

import java.util.List;
import java.util.Optional;

/** What became of another tool's configuration. */
public sealed interface Imported {
    /**
     * A job.
     *
     * @param tool whose configuration it was
     * @param job the text of a job file; valid
     * @param notes what did not carry over, and what else there is to know
     */
    record Written(ForeignTool tool, String job, List<ImportNote> notes) implements Imported {
        public Written {
            notes = List.copyOf(notes);
        }
    }

    /**
     * Nothing that could become a job.
     *
     * @param tool whose configuration it is; empty when that cannot be told
     * @param why what stands against it, in one sentence
     * @param remedy what to do
     */
    record Refused(Optional<ForeignTool> tool, String why, String remedy) implements Imported {}

    /**
     * No YAML.
     *
     * @param problems at least one
     */
    record Unreadable(List<Problem> problems) implements Imported {
        public Unreadable {
            problems = List.copyOf(problems);
        }
    }
}
