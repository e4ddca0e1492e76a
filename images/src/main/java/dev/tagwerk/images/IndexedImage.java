package dev.tagwerk.images;

import java.util.Optional;

/**
 * An image that an index offers.
 *
 * @param digest its manifest's
 * @param platform what it is for; empty when the index does not say
 * @param attestation a signature or bill of materials that lies beside images, not one itself
 */
public record IndexedImage(Digest digest, Optional<Platform> platform, boolean attestation) {}
