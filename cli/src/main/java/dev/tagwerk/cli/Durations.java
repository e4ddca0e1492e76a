package dev.tagwerk.cli;

import java.util.Locale;

/** Times and amounts as people read them. */
final class Durations {
    private Durations() {}

    /** {@code 8s}, {@code 2m10s}, {@code 3h05m}, {@code 2d04h}. */
    static String of(double seconds) {
        if (!(seconds >= 0) || seconds > 1e9) {
            return "?";
        }
        long whole = Math.round(seconds);
        if (whole < 60) {
            return whole + "s";
        }
        if (whole < 3600) {
            return String.format(Locale.ROOT, "%dm%02ds", whole / 60, whole % 60);
        }
        if (whole < 86_400) {
            return String.format(Locale.ROOT, "%dh%02dm", whole / 3600, whole % 3600 / 60);
        }
        return String.format(Locale.ROOT, "%dd%02dh", whole / 86_400, whole % 86_400 / 3600);
    }

    /** {@code 612 MB}, {@code 1.4 GB}. */
    static String bytes(long bytes) {
        if (bytes >= 1_000_000_000) {
            return String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
        }
        if (bytes >= 1_000_000) {
            return String.format(Locale.ROOT, "%.0f MB", bytes / 1e6);
        }
        return String.format(Locale.ROOT, "%.0f kB", bytes / 1e3);
    }

    /** A rate: {@code 7.9}, {@code 1,850}. */
    static String rate(double perSecond) {
        return perSecond < 100
                ? String.format(Locale.ROOT, "%.1f", perSecond)
                : String.format(Locale.ROOT, "%,.0f", perSecond);
    }
}
