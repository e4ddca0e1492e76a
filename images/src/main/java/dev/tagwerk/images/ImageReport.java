package dev.tagwerk.images;

import java.util.List;
import java.util.Optional;

/**
 * What an image is, as facts.
 *
 * @param source where it was found, as a person would type it
 * @param reference the name it has there; may be empty
 * @param digest its manifest's, which pins it; an archive of {@code docker save} may have none
 * @param id its configuration's digest, Docker's image id
 * @param mediaType its manifest's
 * @param offered what its index offers; empty without an index
 * @param config how it is run
 * @param user whom it runs as
 * @param layers from the lowest up
 * @param files its file system
 * @param software what is installed
 * @param notes what a reader of these facts must know, such as layers that were left out
 */
public record ImageReport(
        String source,
        String reference,
        Optional<Digest> digest,
        Digest id,
        String mediaType,
        List<IndexedImage> offered,
        ImageConfig config,
        ImageUser user,
        List<LayerFacts> layers,
        ImageFiles files,
        ImageSoftware software,
        List<String> notes) {
    public ImageReport {
        offered = List.copyOf(offered);
        layers = List.copyOf(layers);
        notes = List.copyOf(notes);
    }

    /** What a pull transfers: all layers, as they are stored. */
    public long storedBytes() {
        return layers.stream().mapToLong(LayerFacts::storedBytes).sum();
    }

    /** What the image takes unpacked, as far as that is known or estimated. */
    public long unpackedBytes() {
        return layers.stream().mapToLong(layer -> layer.unpackedBytes().orElse(0)).sum();
    }
}
