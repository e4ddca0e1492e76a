package dev.tagwerk.hub;

import java.util.List;

/**
 * A repository at one commit.
 *
 * @param name what the hub calls it now; another than asked for when it was renamed
 * @param commit 40 hexadecimal digits
 * @param files sorted by path
 * @param unusable paths that are not fetched since they cannot be used safely, with the reason
 */
record Listing(
        String name,
        String commit,
        Terms terms,
        List<RepositoryFile> files,
        List<LeftOut> unusable) {
    Listing {
        files = List.copyOf(files);
        unusable = List.copyOf(unusable);
    }
}
