package dev.tagwerk.images;

/**
 * The user that an image runs as unless told otherwise.
 *
 * @param known whether the ids are certain: given as numbers, or found in the image's own files
 * @param uid user
 * @param gid group
 * @param home its home folder; {@code /} where no file of the image names one
 */
public record ImageUser(boolean known, long uid, long gid, String home) {}
