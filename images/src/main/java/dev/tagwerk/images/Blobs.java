package dev.tagwerk.images;

/** Where the blobs of an image are. */
interface Blobs {
    /** For messages. */
    String place();

    /** A small document, whole and verified. */
    byte[] document(Descriptor descriptor);

    /** A layer, not read yet. */
    Blob layer(Descriptor descriptor);
}
