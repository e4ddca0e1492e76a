package dev.tagwerk.modelfiles;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Finds the folder of a model. */
public final class ModelFiles {
    private ModelFiles() {}

    /**
     * The folder of a model of the hub in the local cache.
     *
     * @param repository {@code org/name}
     * @param revision a branch, a tag or a commit; {@code main} when empty
     * @param environment where {@code HF_HUB_CACHE} and its relatives are looked up
     * @throws ModelFilesException when it is not there; the message names the folder searched
     */
    public static Path resolve(
            String repository, Optional<String> revision, Map<String, String> environment) {
        return HubCache.fromEnvironment(environment).required(repository, revision);
    }
}
