package dev.tagwerk.engine;

import java.nio.file.Path;

/**
 * One placement of a run on a provider.
 *
 * @param id deterministic, unique in the workspace
 * @param runFolder the run's folder, absolute
 */
public record Attempt(String id, Path runFolder) {
    public Attempt {
        if (id.isBlank()) {
            throw new IllegalArgumentException("id: must not be empty");
        }
        if (!runFolder.isAbsolute()) {
            throw new IllegalArgumentException("runFolder: must be absolute, not " + runFolder);
        }
    }
}
