package dev.tagwerk.formats;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes, cores and durations as the platforms write them. */
public final class Quantities {
    private static final Pattern SIZE =
            Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?)\\s*([A-Za-z]{0,3})\\+?");
    private static final Map<String, Long> UNITS =
            Map.ofEntries(
                    Map.entry("", 1L),
                    Map.entry("b", 1L),
                    Map.entry("k", 1_000L),
                    Map.entry("kb", 1_000L),
                    Map.entry("m", 1_000_000L),
                    Map.entry("mb", 1_000_000L),
                    Map.entry("g", 1_000_000_000L),
                    Map.entry("gb", 1_000_000_000L),
                    Map.entry("t", 1_000_000_000_000L),
                    Map.entry("tb", 1_000_000_000_000L),
                    Map.entry("ki", 1L << 10),
                    Map.entry("kib", 1L << 10),
                    Map.entry("mi", 1L << 20),
                    Map.entry("mib", 1L << 20),
                    Map.entry("gi", 1L << 30),
                    Map.entry("gib", 1L << 30),
                    Map.entry("ti", 1L << 40),
                    Map.entry("tib", 1L << 40));
    private static final Pattern DOCKER =
            Pattern.compile("(?i)([0-9]{1,15}(?:\\.[0-9]{1,9})?)\\s?([kmgtp]?)(?:i?b)?");
    private static final Pattern ISO = Pattern.compile("P(?=.)(?:\\d+D)?(?:T(?:\\d+[HMS])+)?");
    private static final Pattern SHORT =
            Pattern.compile("(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s?)?");

    private Quantities() {}

    /** Bytes: {@code 56Gi}, {@code 2g} as Docker means it is not told from {@code 2G}. */
    public static Optional<Long> bytes(String text) {
        Matcher size = SIZE.matcher(text.strip());
        if (!size.matches()) {
            return Optional.empty();
        }
        Long unit = UNITS.get(size.group(2).toLowerCase(Locale.ROOT));
        if (unit == null) {
            return Optional.empty();
        }
        BigDecimal bytes = new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(unit));
        return bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
                ? Optional.empty()
                : Optional.of(bytes.longValue());
    }

    /**
     * Bytes as Docker and Compose take them: {@code 2g}, {@code 2gb} and {@code 2GiB} are 2 GiB.
     */
    public static Optional<Long> dockerBytes(String text) {
        Matcher size = DOCKER.matcher(text.strip());
        if (!size.matches()) {
            return Optional.empty();
        }
        String unit = size.group(2).toLowerCase(Locale.ROOT);
        int power = unit.isEmpty() ? 0 : 1 + "kmgtp".indexOf(unit);
        BigDecimal bytes =
                new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(1L << 10 * power));
        return bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
                ? Optional.empty()
                : Optional.of(bytes.longValue());
    }

    /** Cores: {@code 8}, {@code 0.5}, {@code 500m}. */
    public static Optional<BigDecimal> cores(String text) {
        String plain = text.strip();
        boolean milli = plain.endsWith("m");
        try {
            BigDecimal number =
                    new BigDecimal(milli ? plain.substring(0, plain.length() - 1) : plain);
            if (plain.length() > 20 || number.signum() < 0) {
                return Optional.empty();
            }
            return Optional.of(milli ? number.movePointLeft(3) : number);
        } catch (NumberFormatException noNumber) {
            return Optional.empty();
        }
    }

    /** A duration: seconds, {@code 4h30m}, or ISO 8601. */
    public static Optional<Duration> duration(String text) {
        String plain = text.strip();
        if (plain.isEmpty() || plain.length() > 40) {
            return Optional.empty();
        }
        if (ISO.matcher(plain).matches()) {
            try {
                return Optional.of(Duration.parse(plain));
            } catch (java.time.format.DateTimeParseException | ArithmeticException tooLarge) {
                return Optional.empty();
            }
        }
        Matcher parts = SHORT.matcher(plain);
        if (!parts.matches()) {
            return Optional.empty();
        }
        return Optional.of(
                Duration.ofDays(part(parts, 1))
                        .plusHours(part(parts, 2))
                        .plusMinutes(part(parts, 3))
                        .plusSeconds(part(parts, 4)));
    }

    private static long part(Matcher parts, int group) {
        String digits = parts.group(group);
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
