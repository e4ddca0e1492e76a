package dev.tagwerk.preflight;

/** How sure it is that something goes wrong, and how much it costs. */
public enum Severity {
    /** It will fail, or lose work or money. */
    ERROR,
    /** It very likely will. */
    WARNING,
    /** It may; the file does not tell. */
    NOTE;

    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Whether this weighs at least as much as another. */
    public boolean atLeast(Severity other) {
        return compareTo(other) <= 0;
    }
}
