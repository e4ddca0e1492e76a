package dev.tagwerk.market;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Version of a CUDA runtime, without its patch level. */
public record CudaVersion(int major, int minor) implements Comparable<CudaVersion> {
    private static final Pattern DOTTED = Pattern.compile("(\\d{1,2})\\.(\\d{1,2})(?:[.\\-+].*)?");
    private static final Pattern TAG = Pattern.compile("cu(\\d{2})(\\d)");
    private static final Comparator<CudaVersion> ORDER =
            Comparator.comparingInt(CudaVersion::major).thenComparingInt(CudaVersion::minor);

    public CudaVersion {
        if (major < 1 || minor < 0) {
            throw new MarketException("no CUDA version: " + major + "." + minor);
        }
    }

    /** Reads "12.8", "12.8.1" or a wheel's tag "cu128"; empty when the text is none of these. */
    public static Optional<CudaVersion> parse(String text) {
        String stripped = text.strip().toLowerCase(Locale.ROOT);
        Matcher matcher = TAG.matcher(stripped);
        if (!matcher.matches()) {
            matcher = DOTTED.matcher(stripped);
            if (!matcher.matches()) {
                return Optional.empty();
            }
        }
        int major = Integer.parseInt(matcher.group(1));
        return major < 1
                ? Optional.empty()
                : Optional.of(new CudaVersion(major, Integer.parseInt(matcher.group(2))));
    }

    @Override
    public int compareTo(CudaVersion other) {
        return ORDER.compare(this, other);
    }

    /** "12.8". */
    @Override
    public String toString() {
        return major + "." + minor;
    }
}
