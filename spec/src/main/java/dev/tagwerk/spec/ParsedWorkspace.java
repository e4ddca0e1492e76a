package dev.tagwerk.spec;

import java.util.List;

/** What became of a {@code tagwerk.yaml}. */
public sealed interface ParsedWorkspace {
    record Valid(WorkspaceSettings settings) implements ParsedWorkspace {}

    /** Everything that is wrong, in the order of the file; at least one problem. */
    record Invalid(List<Problem> problems) implements ParsedWorkspace {
        public Invalid {
            problems = List.copyOf(problems);
            if (problems.isEmpty()) {
                throw new SpecException("problems: a file without problems is valid");
            }
        }
    }
}
