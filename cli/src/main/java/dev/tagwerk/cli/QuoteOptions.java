package dev.tagwerk.cli;

import dev.tagwerk.formats.Quantities;
import dev.tagwerk.market.Placement;
import dev.tagwerk.quote.Spread;
import dev.tagwerk.spec.Amount;
import dev.tagwerk.spec.Classification;
import dev.tagwerk.spec.SpecException;
import dev.tagwerk.spec.Terms;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** On which terms a job is quoted; what is given here stands in place of what the job says. */
final class QuoteOptions {
    private static final Pattern AMOUNT =
            Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?)\\s*([A-Za-z]{3})");
    private static final Pattern BYTES =
            Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,6})?)\\s*(MB|GB|MiB|GiB)");
    private static final Duration LONGEST = Duration.ofDays(366);

    @Option(
            names = "--offer",
            paramLabel = "OFFER",
            description = "line by line for this one, not for the cheapest")
    private Optional<String> offer = Optional.empty();

    @Option(
            names = "--budget",
            paramLabel = "15 EUR",
            description = "what the run may cost at most, in place of the job's `budget`")
    private Optional<String> budget = Optional.empty();

    @Option(
            names = "--residency",
            split = ",",
            paramLabel = "eu",
            description = "where bytes may be, in place of the job's `residency`")
    private List<String> residency = List.of();

    @Option(
            names = "--not-under",
            split = ",",
            paramLabel = "us-cloud-act",
            description = "the provider must not be under this law")
    private List<String> notUnder = List.of();

    @Option(
            names = "--certified",
            split = ",",
            paramLabel = "hds",
            description = "the provider must have this certificate")
    private List<String> certified = List.of();

    @Option(
            names = "--duration",
            paramLabel = "2h",
            description =
                    "how long a container takes from start to end: 2h, or 1h-3h for P10 to P90")
    private Optional<String> duration = Optional.empty();

    @Option(
            names = "--image-size",
            paramLabel = "4GB",
            description = "of the image to pull; 9.7 GB unless told, as one with CUDA was observed")
    private Optional<String> imageSize = Optional.empty();

    @Option(
            names = "--grant-used",
            paramLabel = "0",
            description =
                    "what of the month's free grant is used already: 0, 40%%, all, or"
                            + " vcpu-seconds=90000,gib-seconds=0; unless told, what `cost grant`"
                            + " knows")
    private Optional<String> grantUsed = Optional.empty();

    @Option(
            names = "--subscription",
            paramLabel = "NAME",
            description = "whose free grant; the project's unless told")
    private Optional<String> subscription = Optional.empty();

    @Option(
            names = "--start",
            paramLabel = "2027-01-01",
            description = "when it would start, in UTC; now unless told")
    private Optional<String> start = Optional.empty();

    Optional<String> offer() {
        return offer;
    }

    Optional<String> grantUsed() {
        return grantUsed;
    }

    Optional<String> subscription() {
        return subscription;
    }

    Instant start(Shell shell) {
        return start.map(text -> PriceCommand.instant(text)).orElseGet(shell.clock()::instant);
    }

    Optional<Amount> budget(Terms terms) {
        return budget.map(QuoteOptions::amount).or(terms::budget);
    }

    private static Amount amount(String text) {
        Matcher matcher = AMOUNT.matcher(text.strip());
        try {
            if (matcher.matches()) {
                return new Amount(
                        new BigDecimal(matcher.group(1)),
                        Currency.getInstance(matcher.group(2).toUpperCase(Locale.ROOT)));
            }
        } catch (IllegalArgumentException | SpecException unknown) {
            throw mistake("--budget", text, "--budget '15 EUR'", unknown);
        }
        throw mistake("--budget", text, "--budget '15 EUR'", null);
    }

    private static CommandException mistake(
            String option,
            String text,
            String example,
            @org.jspecify.annotations.Nullable Exception why) {
        return CommandException.usage(
                option + ": '" + text + "' is not understood.",
                "it is written as in "
                        + example
                        + "."
                        + (why == null || why.getMessage() == null ? "" : " " + why.getMessage()),
                "");
    }

    OptionalLong imageBytes() {
        if (imageSize.isEmpty()) {
            return OptionalLong.empty();
        }
        Matcher matcher = BYTES.matcher(imageSize.get().strip());
        if (!matcher.matches()) {
            throw mistake("--image-size", imageSize.get(), "--image-size 4GB", null);
        }
        double unit =
                switch (matcher.group(2)) {
                    case "MB" -> 1e6;
                    case "GB" -> 1e9;
                    case "MiB" -> 1L << 20;
                    default -> 1L << 30;
                };
        return OptionalLong.of((long) (Double.parseDouble(matcher.group(1)) * unit));
    }

    Optional<Spread> duration() {
        return duration.map(
                text -> {
                    String[] ends = text.strip().split("-", -1);
                    if (ends.length == 1) {
                        return Spread.exactly(seconds(ends[0], text));
                    }
                    double low = seconds(ends[0], text);
                    double high = seconds(ends[ends.length - 1], text);
                    if (ends.length > 2 || low > high) {
                        throw mistake(
                                "--duration", text, "--duration 2h or --duration 1h-3h", null);
                    }
                    return Spread.between(low, high);
                });
    }

    private static double seconds(String text, String whole) {
        return Quantities.duration(text.strip())
                .filter(time -> time.isPositive() && time.compareTo(LONGEST) <= 0)
                .map(time -> time.toMillis() / 1e3)
                .orElseThrow(
                        () ->
                                mistake(
                                        "--duration",
                                        whole,
                                        "--duration 2h or --duration 1h-3h",
                                        null));
    }

    /**
     * The terms of job and project, what they mean for its data's class, and the options over them.
     */
    Placement placement(Shell shell, Terms terms) {
        List<String> where = residency.isEmpty() ? terms.residency() : residency;
        List<String> laws = notUnder.isEmpty() ? terms.notUnder() : notUnder;
        List<String> papers = new ArrayList<>(certified.isEmpty() ? terms.certified() : certified);
        Optional<Classification> data = terms.classification();
        if (where.isEmpty() && data.map(QuoteOptions::guarded).orElse(false)) {
            where = List.of("eea");
        }
        if (papers.isEmpty() && data.equals(Optional.of(Classification.HEALTH))) {
            papers.add("hds");
        }
        Placement placement = new Placement(where, laws, papers);
        List<String> problems = placement.problems();
        if (!problems.isEmpty()) {
            throw CommandException.usage(
                    String.join("; ", problems) + ".", "", shell.command() + " quote --help");
        }
        return placement;
    }

    private static boolean guarded(Classification data) {
        return switch (data) {
            case PERSONAL, HEALTH -> true;
            case PUBLIC, INTERNAL -> false;
        };
    }
}
