package dev.tagwerk.market;

import java.util.Arrays;

/** What a price is for one of. */
public enum Unit {
    VCPU_SECOND("vCPU-second", 1),
    GIB_SECOND("GiB-second", 1),
    GPU_SECOND("GPU-second", 1),
    VCPU_HOUR("vCPU-hour", 3600),
    GIB_HOUR("GiB-hour", 3600),
    GPU_HOUR("GPU-hour", 3600),
    HOUR("hour", 3600),
    DAY("day", 86_400),
    MILLION_REQUESTS("1M-requests", 0),
    TEN_THOUSAND_OPERATIONS("10k-operations", 0),
    GB_HOUR("GB-hour", 3600),
    GB_MONTH("GB-month", 0),
    GIB_MONTH("GiB-month", 0),
    GB("GB", 0),
    GIB("GiB", 0);

    private final String key;
    private final long seconds;

    Unit(String key, long seconds) {
        this.key = key;
        this.seconds = seconds;
    }

    static Unit of(String key) {
        return Arrays.stream(values())
                .filter(one -> one.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new MarketException("no such unit: '" + key + "'"));
    }

    /** How long one of it lasts; 0 where it is not time, or where months differ. */
    public long seconds() {
        return seconds;
    }

    /** As tables write it: "vCPU-second". */
    @Override
    public String toString() {
        return key;
    }
}
