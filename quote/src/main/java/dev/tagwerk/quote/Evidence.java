package dev.tagwerk.quote;

/** What backs a duration, the best first. */
public enum Evidence {
    SAME("runs of this shape on this device"),
    SAME_DEVICE("other runs on this device"),
    SCALED("this job's steps measured on another device, scaled"),
    STATED("a duration that was stated"),
    REFERENCE("a known run of such a job on a T4, scaled"),
    NONE("nothing measured");

    private final String words;

    Evidence(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    public String key() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
