package dev.tagwerk.engine;

import java.time.Instant;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * A run's name on this machine: the job's name, and a suffix that sorts by time among runs of the
 * same job ({@code kniffel-1yx4h27k}).
 */
public record RunId(String value) {
    private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9-]{0,59}");

    /** Crockford's digits: in ASCII order, and none is mistaken for another. */
    private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

    private static final long EPOCH = Instant.parse("2025-01-01T00:00:00Z").getEpochSecond();
    private static final int TIME_DIGITS = 6;
    private static final int RANDOM_DIGITS = 2;
    private static final int LONGEST_NAME = 40;

    public RunId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "run id: lower-case letters, digits and '-' only, at most 60, not '"
                            + value
                            + "'");
        }
    }

    /** A new id; the random digits keep two runs apart that start in the same second. */
    static RunId create(String jobName, Instant now, RandomGenerator random) {
        StringBuilder id = new StringBuilder(slug(jobName)).append('-');
        long seconds = Math.max(0, now.getEpochSecond() - EPOCH);
        for (int digit = TIME_DIGITS - 1; digit >= 0; digit--) {
            id.append(DIGITS.charAt((int) (seconds >>> (5 * digit)) & 31));
        }
        for (int digit = 0; digit < RANDOM_DIGITS; digit++) {
            id.append(DIGITS.charAt(random.nextInt(DIGITS.length())));
        }
        return new RunId(id.toString());
    }

    private static String slug(String name) {
        String slug = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        slug = slug.replaceAll("^-+", "");
        slug = slug.substring(0, Math.min(LONGEST_NAME, slug.length())).replaceAll("-+$", "");
        return slug.isEmpty() ? "run" : slug;
    }

    @Override
    public String toString() {
        return value;
    }
}
