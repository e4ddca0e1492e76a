package dev.tagwerk.images;

/**
 * A member of a tar, as its headers describe it.
 *
 * @param name as it stands there: untrusted
 * @param type the header's type flag; {@code '0'} for regular files of every dialect
 * @param mode permission bits
 * @param uid owner
 * @param gid group
 * @param size bytes of the body in the archive
 * @param link what a link points to; otherwise empty
 * @param offset where the body begins, in the tar
 */
record TarEntry(
        String name, char type, int mode, long uid, long gid, long size, String link, long offset) {

    boolean isFile() {
        return type == '0';
    }

    boolean isDirectory() {
        return type == '5';
    }

    boolean isSymbolicLink() {
        return type == '2';
    }

    boolean isHardLink() {
        return type == '1';
    }
}
