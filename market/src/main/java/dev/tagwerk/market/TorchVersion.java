package dev.tagwerk.market;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Version of PyTorch, without its patch level: builds of one minor version are alike. */
public record TorchVersion(int major, int minor) implements Comparable<TorchVersion> {
    private static final Pattern TEXT = Pattern.compile("v?(\\d{1,2})\\.(\\d{1,3})(?:[.+\\-].*)?");
    private static final Comparator<TorchVersion> ORDER =
            Comparator.comparingInt(TorchVersion::major).thenComparingInt(TorchVersion::minor);

    /** Reads "2.10", "2.10.0" or "2.10.0+cu128"; empty when the text is none of these. */
    public static Optional<TorchVersion> parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        return matcher.matches()
                ? Optional.of(
                        new TorchVersion(
                                Integer.parseInt(matcher.group(1)),
                                Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    static TorchVersion of(String text) {
        return parse(text)
                .orElseThrow(() -> new MarketException("no version of PyTorch: '" + text + "'"));
    }

    @Override
    public int compareTo(TorchVersion other) {
        return ORDER.compare(this, other);
    }

    /** "2.10". */
    @Override
    public String toString() {
        return major + "." + minor;
    }
}
