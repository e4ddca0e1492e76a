package dev.tagwerk.market;

import java.util.Locale;

/** How a machine is rented. */
public enum Plan {
    ON_DEMAND,
    /** Cheaper, and taken away when the provider needs it. */
    SPOT;

    static Plan of(String key) {
        for (Plan one : values()) {
            if (one.toString().equals(key)) {
                return one;
            }
        }
        throw new MarketException("no such plan: '" + key + "'");
    }

    /** As tables write it: "on-demand". */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
