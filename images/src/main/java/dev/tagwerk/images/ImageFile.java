package dev.tagwerk.images;

/**
 * A file of the image, after all layers and links.
 *
 * @param path absolute, without symbolic links
 * @param kind file, directory, symbolic link (one that leads nowhere) or special
 * @param mode permission bits, with set-uid, set-gid and sticky
 * @param uid owner
 * @param gid group
 * @param size bytes
 * @param text for few files: what was kept of them; for programs the {@code #!} line, if any
 */
public record ImageFile(
        String path, FileKind kind, int mode, long uid, long gid, long size, String text) {

    /** Whether anybody may execute it. */
    public boolean isExecutable() {
        return kind == FileKind.FILE && (mode & 0111) != 0;
    }
}
