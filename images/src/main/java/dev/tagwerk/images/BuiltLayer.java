package dev.tagwerk.images;

/**
 * A layer that lies finished among the blobs.
 *
 * @param mediaType as OCI names it
 * @param digest of the stored bytes
 * @param size stored bytes
 * @param diffId digest of the unpacked tar, as the configuration lists it
 * @param createdBy for the history
 */
record BuiltLayer(String mediaType, Digest digest, long size, String diffId, String createdBy) {
    static final String TAR = "application/vnd.oci.image.layer.v1.tar";
}
