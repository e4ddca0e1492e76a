package dev.tagwerk.images;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a machine must be to run an image.
 *
 * @param os such as {@code linux}
 * @param architecture as Go names it: {@code amd64}, {@code arm64}
 * @param variant such as {@code v8}; often empty
 */
public record Platform(String os, String architecture, String variant) {
    public static final Platform LINUX_AMD64 = new Platform("linux", "amd64", "");

    private static final Pattern FORM =
            Pattern.compile("([a-z0-9_.-]{1,40})/([a-z0-9_.-]{1,40})(?:/([a-z0-9_.-]{1,40}))?");

    /** Reads {@code linux/amd64} or {@code linux/arm64/v8}. */
    public static Platform parse(String text) {
        Matcher match = FORM.matcher(text);
        if (!match.matches()) {
            throw new ImageException(
                    "platform `" + Names.shown(text) + "`",
                    "it is not of the form os/architecture",
                    "write linux/amd64");
        }
        String variant = match.group(3);
        return new Platform(match.group(1), match.group(2), variant == null ? "" : variant);
    }

    /** Whether an image for {@code offered} runs where this platform is asked for. */
    boolean accepts(Platform offered) {
        return os.equals(offered.os)
                && architecture.equals(offered.architecture)
                && (variant.isEmpty() || variant.equals(offered.variant));
    }

    @Override
    public String toString() {
        return os + "/" + architecture + (variant.isEmpty() ? "" : "/" + variant);
    }
}
