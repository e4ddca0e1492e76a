package dev.tagwerk.hub;

import java.io.IOException;

/** What comes does not continue what lies on disk: the file must be fetched anew. */
final class ContentChanged extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean wholeOnly;

    /**
     * @param wholeOnly whether the server sends this file only from its start
     */
    ContentChanged(String message, boolean wholeOnly) {
        super(message);
        this.wholeOnly = wholeOnly;
    }

    boolean wholeOnly() {
        return wholeOnly;
    }
}
