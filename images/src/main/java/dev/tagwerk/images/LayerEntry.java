package dev.tagwerk.images;

/**
 * One name in one layer.
 *
 * @param path from the root, without a leading slash; cleaned of {@code .} and never with {@code
 *     ..}
 * @param kind what it is
 * @param mode permission bits, with set-uid, set-gid and sticky
 * @param uid owner
 * @param gid group
 * @param size bytes
 * @param detail where a link points; for a few files what {@link Interest} keeps of their text
 */
record LayerEntry(
        String path, FileKind kind, int mode, long uid, long gid, long size, String detail) {}
