package dev.tagwerk.hub;

import dev.tagwerk.modelfiles.HubCache;
import java.nio.file.Path;

/**
 * A repository's folder in the hub's cache.
 *
 * <pre>
 * .locks/models--ORG--NAME/DIGEST.lock       who fetches a file
 * models--ORG--NAME/
 *   blobs/DIGEST                             the files by content
 *   snapshots/COMMIT/PATH                    links to blobs, or the files where links do not work
 *   refs/REVISION                            the commit that a branch or tag was when it was pulled
 *   trees/COMMIT.json                        all files of the commit, when all were pulled
 *   .no_exist/COMMIT/PATH                    files that others look for and the commit does not have
 *   tagwerk/COMMIT.json                      ours: licence, origin, digests; the hub's tools ignore it
 *   tagwerk/COMMIT.staging/                  ours: a snapshot while it is made
 * </pre>
 */
record RepositoryFolder(Path root, Path locks) {
    static RepositoryFolder of(HubCache cache, String repository) {
        Path root = cache.modelFolder(repository);
        return new RepositoryFolder(
                root, cache.folder().resolve(".locks").resolve(String.valueOf(root.getFileName())));
    }

    Path blobs() {
        return root.resolve("blobs");
    }

    Path snapshots() {
        return root.resolve("snapshots");
    }

    Path snapshot(String commit) {
        return snapshots().resolve(commit);
    }

    Path ref(String revision) {
        return root.resolve("refs").resolve(revision);
    }

    Path tree(String commit) {
        return root.resolve("trees").resolve(commit + ".json");
    }

    Path noExist(String commit) {
        return root.resolve(".no_exist").resolve(commit);
    }

    Path records() {
        return root.resolve("tagwerk");
    }

    Path record(String commit) {
        return records().resolve(commit + ".json");
    }

    Path staging(String commit) {
        return records().resolve(commit + ".staging");
    }
}
