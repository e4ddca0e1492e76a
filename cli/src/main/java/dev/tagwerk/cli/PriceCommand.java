package dev.tagwerk.cli;

import dev.tagwerk.formats.Quantities;
import dev.tagwerk.ledger.Bill;
import dev.tagwerk.ledger.GrantAccount;
import dev.tagwerk.ledger.Interval;
import dev.tagwerk.ledger.Money;
import dev.tagwerk.ledger.Pricing;
import dev.tagwerk.ledger.Use;
import dev.tagwerk.market.Grant;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Offers;
import dev.tagwerk.spec.WorkspaceSettings;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        footer = {
            "",
            "What a machine costs for a time, meter by meter, before and after the month's free grant.",
            "Nothing is sent anywhere; prices have source and date, and say when they are old.",
            "",
            "Examples:",
            "  tagwerk price azure-container-apps/westus2/T4 --duration 4h45m",
            "  tagwerk price ovh-ai/GRA/L4 --duration 6h",
            "  tagwerk price own/server --duration 6h",
            "  tagwerk price azure-container-apps/westus2/T4 --duration 4.8h --grant-used 40%% --rate EUR/USD=0.86"
        })
final class PriceCommand implements Callable<Integer> {
    private static final Pattern HOURS = Pattern.compile("([0-9]{1,6}\\.[0-9]{1,9})\\s*h");
    private static final BigDecimal LEAST_SAVING = new BigDecimal("0.01");
    private static final Duration LONGEST = Duration.ofDays(366);

    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();
    @Mixin private final RateOption rates = new RateOption();

    @Parameters(
            paramLabel = "OFFER",
            description =
                    "SERVICE/REGION/MACHINE or /GPU, `tagwerk offers` lists them; or own/NAME, a"
                            + " machine of tagwerk.yaml")
    private String offer = "";

    @Option(
            names = "--duration",
            paramLabel = "4h45m",
            defaultValue = "1h",
            description = "for how long; an hour unless told")
    private String duration = "1h";

    @Option(
            names = "--grant-used",
            paramLabel = "0",
            description =
                    "what of the month's free grant is used already: 0, 40%%, all, or"
                            + " vcpu-seconds=90000,gib-seconds=0; as `cost grant` has it unless"
                            + " told")
    private Optional<String> grantUsed = Optional.empty();

    @Option(
            names = "--subscription",
            paramLabel = "NAME",
            description =
                    "whose grant; unless told, the subscription of tagwerk.yaml, else 'default'")
    private Optional<String> subscription = Optional.empty();

    @Option(
            names = "--start",
            paramLabel = "2026-12-31T22:00Z",
            description = "when it starts: a run over the end of a month (UTC) has two grants")
    private Optional<String> start = Optional.empty();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    PriceCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        List<Offer> all = Offers.all(PricesCommand.book(shell));
        if (offer.strip().startsWith(OwnPrice.PREFIX)) {
            return own(all);
        }
        PriceQuestion answer = answer(all);
        if (json) {
            Json.print(shell, PriceJson.of(answer));
        } else {
            new PriceText(answer).lines().forEach(shell.out()::println);
        }
        return ExitCode.DONE;
    }

    private int own(List<Offer> all) {
        WorkspaceSettings settings = ProjectFile.settings(shell);
        OwnPrice price =
                OwnPrice.of(
                        shell,
                        offer.strip(),
                        settings,
                        length(),
                        all,
                        rates.rates(shell, settings),
                        LocalDate.ofInstant(shell.clock().instant(), ZoneOffset.UTC));
        if (json) {
            Json.print(shell, price.json());
        } else {
            price.lines().forEach(shell.out()::println);
        }
        return ExitCode.DONE;
    }

    private PriceQuestion answer(List<Offer> all) {
        Offer asked = new OfferArgument(all, shell).find(offer);
        Duration length = length();
        Interval interval = Interval.of(start(), length);
        List<Grant> grants = Grant.of(asked.machine().service());
        WorkspaceSettings settings = ProjectFile.settings(shell);
        YearMonth month = YearMonth.from(interval.start().atOffset(ZoneOffset.UTC));
        Supplier<GrantAccount> left;
        String words;
        if (grantUsed.isPresent()) {
            GrantUsed used = GrantUsed.parse("--grant-used", grantUsed.get(), grants);
            left = () -> used.account(grants, month);
            words = used.words();
        } else {
            GrantLedger ledger = GrantLedger.open(shell, CostCommand.name(subscription), settings);
            left = ledger::account;
            words = grants.isEmpty() ? "" : ledger.words(month);
        }
        Bill bill = Pricing.bill(List.of(new Use("the job", asked, interval)), left.get());
        return new PriceQuestion(
                asked,
                length,
                Pricing.hour(asked),
                bill,
                grants.isEmpty() ? Optional.empty() : Optional.of(words),
                waiting(asked, length, month, bill, left.get()),
                new Alternatives(all).to(asked),
                rates.rate(shell, settings),
                LocalDate.ofInstant(shell.clock().instant(), ZoneOffset.UTC));
    }

    /** Whether the same time from the first of the next month on would cost less. */
    private static Optional<PriceQuestion.Waiting> waiting(
            Offer offer, Duration length, YearMonth month, Bill now, GrantAccount left) {
        LocalDate first = month.plusMonths(1).atDay(1);
        Interval later = Interval.of(first.atStartOfDay(ZoneOffset.UTC).toInstant(), length);
        Bill then = Pricing.bill(List.of(new Use("the job", offer, later)), left);
        if (now.afterGrant().isEmpty() || then.afterGrant().isEmpty()) {
            return Optional.empty();
        }
        Money saves = now.afterGrant().get().minus(then.afterGrant().get());
        return saves.amount().compareTo(LEAST_SAVING) < 0
                ? Optional.empty()
                : Optional.of(new PriceQuestion.Waiting(first, then.afterGrant().get(), saves));
    }

    /** Unless told, the start of this month: so that a run of less than a month has one grant. */
    private Instant start() {
        if (start.isEmpty()) {
            return YearMonth.now(shell.clock().withZone(ZoneOffset.UTC))
                    .atDay(1)
                    .atStartOfDay(ZoneOffset.UTC)
                    .toInstant();
        }
        return instant(start.get());
    }

    /** A moment in UTC, as {@code --start} takes it. */
    static Instant instant(String given) {
        String text = given.strip();
        try {
            return text.length() == 10
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : Instant.parse(text.replaceFirst("T(\\d{2}:\\d{2})Z$", "T$1:00Z"));
        } catch (DateTimeParseException e) {
            throw CommandException.usage(
                    "--start: '" + text + "' is not understood.",
                    "it is written as in --start 2026-12-31T22:00Z, in UTC, or 2027-01-01.",
                    "");
        }
    }

    private Duration length() {
        Matcher hours = HOURS.matcher(duration.strip());
        Optional<Duration> length =
                hours.matches()
                        ? Optional.of(decimal(new BigDecimal(hours.group(1))))
                        : Quantities.duration(duration);
        return length.filter(time -> time.isPositive() && time.compareTo(LONGEST) <= 0)
                .orElseThrow(
                        () ->
                                CommandException.usage(
                                        "--duration: '" + duration + "' is not understood.",
                                        "it is written as in --duration 4h45m or 4.75h, and is at"
                                                + " most a year.",
                                        ""));
    }

    private static Duration decimal(BigDecimal hours) {
        BigDecimal nanos = hours.multiply(BigDecimal.valueOf(3600)).movePointRight(9);
        return Duration.ofSeconds(0, nanos.toBigInteger().longValueExact());
    }
}
