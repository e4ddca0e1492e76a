package dev.tagwerk.images;

import java.util.OptionalLong;

/**
 * A layer of an image.
 *
 * @param digest as the manifest names it; in an archive of {@code docker save} that of the unpacked
 *     layer
 * @param mediaType as the manifest says
 * @param storedBytes as it lies there, which is what a pull transfers
 * @param unpackedBytes length of its tar; empty when it was not looked into and cannot be guessed
 * @param unpackedExact whether that is counted or only estimated
 * @param compression as found
 * @param looked whether its files are in the report
 * @param whyNot the reason when they are not; otherwise empty
 * @param verified whether all its bytes were read and the digest is right
 * @param files names in it
 * @param ignoredNames of those, how many lead out of the root or are no names
 * @param createdBy the instruction that made it, when the history says
 */
public record LayerFacts(
        Digest digest,
        String mediaType,
        long storedBytes,
        OptionalLong unpackedBytes,
        boolean unpackedExact,
        Compression compression,
        boolean looked,
        String whyNot,
        boolean verified,
        int files,
        int ignoredNames,
        String createdBy) {}
