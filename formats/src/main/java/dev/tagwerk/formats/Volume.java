package dev.tagwerk.formats;

import java.util.Optional;

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
}
