package dev.tagwerk.market;

import java.util.Arrays;

/** Which data protection law a country is under, seen from the European Union. */
public enum Jurisdiction {
    EU("eu", "in the European Union"),
    EEA("eea", "in the European Economic Area, not in the European Union"),
    ADEQUATE("adequate", "outside the EEA, with an adequacy decision of the European Commission"),
    THIRD_COUNTRY("third-country", "a third country");

    private final String key;
    private final String meaning;

    Jurisdiction(String key, String meaning) {
        this.key = key;
        this.meaning = meaning;
    }

    static Jurisdiction of(String key) {
        return Arrays.stream(values())
                .filter(one -> one.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new MarketException("no such jurisdiction: '" + key + "'"));
    }

    /** In a sentence after "is". */
    public String meaning() {
        return meaning;
    }

    /** True for the EU itself and for the rest of the EEA. */
    public boolean inEea() {
        return this == EU || this == EEA;
    }

    /** As tables and {@code residency} write it. */
    @Override
    public String toString() {
        return key;
    }
}
