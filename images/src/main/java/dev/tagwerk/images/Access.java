package dev.tagwerk.images;

/**
 * Whether a user of the image may write somewhere.
 *
 * @param answer yes, no, or not known because a layer was not looked into
 * @param path what was asked, absolute
 * @param decidedBy the existing file or directory whose rights decide
 * @param mode its permission bits
 * @param uid its owner
 * @param gid its group
 * @param exists whether the path itself is there; otherwise it would have to be made
 */
public record Access(
        Answer answer,
        String path,
        String decidedBy,
        int mode,
        long uid,
        long gid,
        boolean exists) {
    /** Yes, no, or not known. */
    public enum Answer {
        YES,
        NO,
        UNKNOWN
    }
}
