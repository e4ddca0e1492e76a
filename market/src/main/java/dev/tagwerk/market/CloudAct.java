package dev.tagwerk.market;

import java.util.Locale;

/** Whether a US authority can order a provider to hand out data, wherever they lie. */
public enum CloudAct {
    /** The provider or its parent is a US company. */
    YES,
    /** No US parent is known. */
    NO,
    /** There are ties to the USA: to be assessed for the case at hand. */
    ASSESS;

    static CloudAct of(String text) {
        for (CloudAct one : values()) {
            if (one.toString().equals(text)) {
                return one;
            }
        }
        throw new MarketException("no such exposure: '" + text + "'");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
