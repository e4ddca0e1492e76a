package dev.tagwerk.hub;

import dev.tagwerk.modelfiles.HubCache;
import java.util.List;
import java.util.Map;

/**
 * What is to be pulled.
 *
 * @param repository {@code org/name}
 * @param revision a branch, a tag, a commit or a pull request ({@code refs/pr/1})
 * @param include patterns of the files to take instead of a model's usual ones
 * @param exclude patterns of files not to take
 * @param connections how many at a time, from 1 to 64
 */
public record PullRequest(
        String repository,
        String revision,
        List<String> include,
        List<String> exclude,
        int connections) {
    public PullRequest {
        HubCache.checkedRevision(revision);
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        if (connections < 1 || connections > 64) {
            throw new HubException("connections: " + connections + " is not from 1 to 64.", "", "");
        }
    }

    /**
     * Reads {@code org/name} or {@code org/name@revision}.
     *
     * @param text as typed
     */
    public static PullRequest parse(
            String text, List<String> include, List<String> exclude, int connections) {
        int at = text.indexOf('@');
        return new PullRequest(
                at < 0 ? text : text.substring(0, at),
                at < 0 ? "main" : text.substring(at + 1),
                include,
                exclude,
                connections);
    }

    /**
     * Checks what only shows when it is used.
     *
     * @throws HubException when a pattern is none
     * @throws dev.tagwerk.modelfiles.ModelFilesException when the name cannot be a repository's
     */
    public void check() {
        choice();
        HubCache.fromEnvironment(Map.of()).modelFolder(repository);
    }

    FileChoice choice() {
        return new FileChoice(
                include.stream().map(Glob::new).toList(), exclude.stream().map(Glob::new).toList());
    }

    /** As a user would type it. */
    public String typed() {
        return repository + (revision.equals("main") ? "" : "@" + revision);
    }
}
