package dev.tagwerk.formats;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where bytes of a workload lie.
 *
 * @param storage what it is called where it is kept: a storage of an environment, a bucket, a claim
 * @param options mount options as written
 * @param region where it lies, where the file says so
 */
public record Volume(
        String name,
        Type type,
        Optional<Scalar> storage,
        Access access,
        Optional<Scalar> options,
        Optional<Scalar> region,
        Node node) {
    /** What kind of storage it is. */
    public enum Type {
        AZURE_FILES_SMB,
        AZURE_FILES_NFS,
        EMPTY_DIRECTORY,
        MEMORY,
        SECRET,
        HOST,
        CLAIM,
        /** Copied in before the start and back at the end, as OVHcloud does. */
        COPIED_OBJECTS,
        MOUNTED_OBJECTS,
        GIT,
        OTHER
    }

    /** What may be done with it. */
    public enum Access {
        READ_ONLY,
        READ_WRITE,
        /** Files may also be deleted: OVHcloud's RWD. */
        READ_WRITE_DELETE,
        UNKNOWN
    }

    /** What stands behind the path of Docker's {@code --tmpfs}, and in its {@code --mount}. */
    private static final Pattern DOCKER_SIZE =
            Pattern.compile("(?s).*[:,](?:tmpfs-)?size=([^,:]{1,30})(?:[,:].*)?");

    /** The most bytes that it holds, where the file sets a bound. */
    public Optional<Long> limit() {
        Optional<Scalar> word = node.scalar();
        if (word.isPresent()) {
            Matcher size = DOCKER_SIZE.matcher(word.get().text());
            return type == Type.MEMORY && size.matches()
                    ? Quantities.dockerBytes(size.group(1))
                    : Optional.empty();
        }
        return node.text("emptyDir.sizeLimit")
                .flatMap(size -> Quantities.bytes(size.text()))
                .or(
                        () ->
                                node.text("tmpfs.size")
                                        .flatMap(size -> Quantities.dockerBytes(size.text())));
    }
}
