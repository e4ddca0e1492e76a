package dev.tagwerk.images;

import java.io.IOException;
import java.util.Optional;

/** A place that images come from, held open while one is read. */
interface OpenSource extends AutoCloseable {
    /**
     * Reads an image's documents.
     *
     * @param name which of several
     */
    OpenedImage open(Optional<String> name, Platform platform);

    @Override
    void close() throws IOException;
}
