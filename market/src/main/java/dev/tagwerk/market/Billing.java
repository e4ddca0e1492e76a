package dev.tagwerk.market;

/** What a provider does with the end of a job that is no whole unit of time. */
public enum Billing {
    /** Azure: nothing, the seconds count. */
    BY_THE_SECOND,
    /** OVHcloud: the minute that a job has started is billed whole. */
    BY_THE_STARTED_MINUTE;

    static Billing of(String service) {
        return service.equals("ovh-ai") ? BY_THE_STARTED_MINUTE : BY_THE_SECOND;
    }

    /** In a sentence: "billed ...". */
    public String words() {
        return switch (this) {
            case BY_THE_SECOND -> "by the second";
            case BY_THE_STARTED_MINUTE -> "by the started minute";
        };
    }
}
