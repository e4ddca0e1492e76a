package dev.tagwerk.hub;

/**
 * A file that the hub lists.
 *
 * @param size in bytes
 * @param digest of its bytes
 * @param gitId git's name of the blob, which for large files is that of their pointer
 */
record RepositoryFile(RepositoryPath path, long size, Digest digest, String gitId) {
    boolean large() {
        return digest.hex().length() == 64;
    }
}
