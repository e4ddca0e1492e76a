package dev.tagwerk.market;

import java.util.Locale;

/** How well a fact is founded, the best first. */
public enum Confidence {
    /** In the maker's own documentation, schema or live list. */
    DOCUMENTED,
    /** Seen on a machine by someone who said when and where. */
    OBSERVED,
    /** Told by a third party: an issue, a copy of a catalogue. */
    REPORTED,
    /** Computed or concluded from other facts. */
    DERIVED,
    /** Widely known, not looked up when it was written down. */
    GENERAL;

    static Confidence of(String text) {
        for (Confidence one : values()) {
            if (one.toString().equals(text)) {
                return one;
            }
        }
        throw new MarketException("no such confidence: '" + text + "'");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
