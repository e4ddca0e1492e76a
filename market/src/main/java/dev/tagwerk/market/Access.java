package dev.tagwerk.market;

import java.util.Arrays;

/** What a service does with a property that a file sets. */
public enum Access {
    READ_WRITE(""),
    /** Told by the service; what a file says is dropped. */
    READ_ONLY("read-only"),
    /** Fixed when the resource is created: a change is refused. */
    CREATE_ONLY("create-only"),
    /** Taken, never told again: a secret. */
    WRITE_ONLY("write-only"),
    /** Known as a mistake that people make here: nobody reads it. */
    IGNORED("ignored");

    private final String key;

    Access(String key) {
        this.key = key;
    }

    static Access of(String key) {
        return Arrays.stream(values())
                .filter(one -> one.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new MarketException("no such access: '" + key + "'"));
    }
}
