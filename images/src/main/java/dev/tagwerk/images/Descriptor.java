package dev.tagwerk.images;

import java.util.Map;

/**
 * How an image's documents name a blob.
 *
 * @param mediaType what it is said to be
 * @param digest what it hashes to
 * @param size bytes
 * @param annotations of the one who made it
 */
record Descriptor(String mediaType, Digest digest, long size, Map<String, String> annotations) {
    Descriptor {
        annotations = Map.copyOf(annotations);
        if (size < 0) {
            throw new IllegalArgumentException("size: negative");
        }
    }
}
