package dev.tagwerk.images;

import java.util.List;
import java.util.Optional;

/**
 * An image whose documents are read and whose layers are not.
 *
 * @param reference the name it has where it lies; may be empty
 * @param digest its manifest's; an archive of the old form has none
 * @param mediaType its manifest's
 * @param offered what the index offers; empty without an index
 * @param config the configuration's bytes
 * @param configDigest the image's id, as Docker shows it
 * @param layers from the lowest up
 */
record OpenedImage(
        String reference,
        Optional<Digest> digest,
        String mediaType,
        List<IndexedImage> offered,
        byte[] config,
        Digest configDigest,
        List<Blob> layers) {
    OpenedImage {
        offered = List.copyOf(offered);
        layers = List.copyOf(layers);
    }
}
