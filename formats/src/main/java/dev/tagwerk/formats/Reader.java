package dev.tagwerk.formats;

import java.util.List;
import java.util.Optional;

/** Reads one family of files that are YAML or JSON. Stateless. */
interface Reader {
    /**
     * What a value describes, where it is of this family; cheap, and certain: a reader that is not
     * sure leaves the file to others.
     */
    Optional<Format> detect(Node root);

    /**
     * Reads what it detected.
     *
     * @param root the same value, its scalars in the dialect of the format
     */
    List<Document> read(Format format, Node root);
}
