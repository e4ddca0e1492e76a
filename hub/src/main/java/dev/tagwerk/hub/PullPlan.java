package dev.tagwerk.hub;

import java.nio.file.Path;
import java.util.List;

/**
 * What a pull would do.
 *
 * @param request what was asked for
 * @param name what the hub calls the repository now
 * @param commit what the revision is now
 * @param files what is pulled, smallest first
 * @param leftOut what is not
 * @param links whether the snapshot will consist of links; else of copies
 * @param snapshot the folder that will hold the model
 */
public record PullPlan(
        PullRequest request,
        String name,
        String commit,
        Terms terms,
        List<PlannedFile> files,
        List<LeftOut> leftOut,
        boolean links,
        Path snapshot) {
    public PullPlan {
        files = List.copyOf(files);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * A file of the plan.
     *
     * @param path in the repository
     * @param size in bytes
     * @param missing bytes of it that are not here yet
     */
    public record PlannedFile(String path, long size, long missing) {}

    /** Bytes of all its files. */
    public long bytes() {
        return files.stream().mapToLong(PlannedFile::size).sum();
    }

    /** Bytes that must come over the network. */
    public long missing() {
        return files.stream().mapToLong(PlannedFile::missing).sum();
    }

    /** Whether the repository goes by another name now. */
    public boolean renamed() {
        return !name.isEmpty() && !name.equalsIgnoreCase(request.repository());
    }
}
