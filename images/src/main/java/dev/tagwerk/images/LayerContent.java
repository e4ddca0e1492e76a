package dev.tagwerk.images;

import java.util.List;

/**
 * What a layer holds.
 *
 * @param compression of the stored layer
 * @param uncompressedBytes the tar's length
 * @param ignored names that lead out of the root or are no names; whoever unpacks refuses them
 * @param entries in the tar's order
 */
record LayerContent(
        Compression compression, long uncompressedBytes, int ignored, List<LayerEntry> entries) {
    LayerContent {
        entries = List.copyOf(entries);
    }
}
