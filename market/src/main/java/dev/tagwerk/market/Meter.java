package dev.tagwerk.market;

import java.util.Locale;

/** What a provider counts of compute. */
public enum Meter {
    VCPU_ACTIVE("vCPU"),
    VCPU_IDLE("vCPU, idle"),
    MEMORY_ACTIVE("memory"),
    MEMORY_IDLE("memory, idle"),
    REQUESTS("requests"),
    GPU("GPU"),
    DEDICATED_VCPU("vCPU, dedicated"),
    DEDICATED_MEMORY("memory, dedicated"),
    DEDICATED_GPU("GPU, dedicated"),
    DEDICATED_MANAGEMENT("plan management"),
    /** A whole machine: processor, memory and GPU in one price. */
    MACHINE("machine");

    private final String words;

    Meter(String words) {
        this.words = words;
    }

    static Meter of(String key) {
        for (Meter one : values()) {
            if (one.toString().equals(key)) {
                return one;
            }
        }
        throw new MarketException("no such meter: '" + key + "'");
    }

    /** As people read it. */
    public String words() {
        return words;
    }

    /** As tables write it: "vcpu-active". */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
