package dev.tagwerk.hub;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files around a download that is not complete. Their names end as the hub's own tools let
 * theirs end, so that {@code hf cache prune} takes them away.
 *
 * @param data the bytes so far, with holes
 * @param state which of them are there
 * @param lock who may write
 */
record Unfinished(Path data, Path state, Path lock) {
    static Unfinished of(RepositoryFolder folder, Digest digest) {
        return new Unfinished(
                folder.blobs().resolve(digest + ".tagwerk.incomplete"),
                folder.blobs().resolve(digest + ".tagwerk-parts.incomplete"),
                folder.locks().resolve(digest + ".lock"));
    }

    /** Where locks do not work, processes stay apart by name. */
    Unfinished ofThisProcess() {
        long process = ProcessHandle.current().pid();
        return new Unfinished(
                data.resolveSibling(process + "-" + data.getFileName()),
                state.resolveSibling(process + "-" + state.getFileName()),
                lock);
    }

    void discard() throws IOException {
        Files.deleteIfExists(state);
        Files.deleteIfExists(data);
    }
}
