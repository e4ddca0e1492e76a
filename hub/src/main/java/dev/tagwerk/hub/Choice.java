package dev.tagwerk.hub;

import java.util.List;

/** Which files of a repository are pulled, and which are not. */
record Choice(List<RepositoryFile> taken, List<LeftOut> leftOut) {
    Choice {
        taken = List.copyOf(taken);
        leftOut = List.copyOf(leftOut);
    }
}
