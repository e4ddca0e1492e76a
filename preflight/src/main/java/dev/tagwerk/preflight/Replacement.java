package dev.tagwerk.preflight;

import dev.tagwerk.formats.Scalar;

/** The edit that puts another value in a scalar's place, quoted as the old one was. */
final class Replacement {
    private Replacement() {}

    static Edit of(Scalar old, String text) {
        return new Edit(old.source(), old.span(), old.isQuoted() ? "\"" + text + "\"" : text);
    }
}
