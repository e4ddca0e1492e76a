package dev.tagwerk.spec;

import java.util.List;

/** What became of a job file. */
public sealed interface Parsed {
    /** A job in which every default is filled in and every path is absolute. */
    record Valid(Job job) implements Parsed {}

    /** Everything that is wrong, in the order of the file; at least one problem. */
    record Invalid(List<Problem> problems) implements Parsed {
        public Invalid {
            problems = List.copyOf(problems);
            if (problems.isEmpty()) {
                throw new SpecException("problems: a file without problems is valid");
            }
        }
    }
}
