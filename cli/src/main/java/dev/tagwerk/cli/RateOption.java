package dev.tagwerk.cli;

import dev.tagwerk.ledger.ExchangeRate;
import dev.tagwerk.ledger.Rates;
import dev.tagwerk.pricefeed.FeedException;
import dev.tagwerk.spec.WorkspaceSettings;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** An exchange rate given on the command line: {@code --rate EUR/USD=0.86}, euros per dollar. */
final class RateOption {
    private static final Pattern RATE =
            Pattern.compile("([A-Za-z]{3})/([A-Za-z]{3})=([0-9]{1,9}(?:\\.[0-9]{1,12})?)");

    private static final Currency EUR = Currency.getInstance("EUR");

    /** What offers are priced in. */
    private static final Set<Currency> OFFERED = Set.of(EUR, Currency.getInstance("USD"));

    @Option(
            names = "--rate",
            paramLabel = "EUR/USD=0.86",
            description =
                    "an exchange rate: so many euros for one dollar; unless told, the one that"
                            + " tagwerk.yaml has or `prices refresh` read last")
    private Optional<String> text = Optional.empty();

    /** The rate that was given, else the project's, else the one that was read last. */
    Optional<ExchangeRate> rate(Shell shell, WorkspaceSettings settings) {
        if (text.isPresent()) {
            return given(shell);
        }
        Currency currency = settings.currency().orElse(EUR);
        return settings.rates().stream()
                .map(ExchangeRate::of)
                .filter(rate -> rate.to().equals(currency) && OFFERED.contains(rate.from()))
                .findFirst()
                .or(() -> read(shell));
    }

    /** All that are known, in the order in which they hold. */
    Rates rates(Shell shell, WorkspaceSettings settings) {
        List<ExchangeRate> all = new ArrayList<>();
        given(shell).ifPresent(all::add);
        settings.rates().stream().map(ExchangeRate::of).forEach(all::add);
        read(shell).ifPresent(all::add);
        return new Rates(all);
    }

    private static Optional<ExchangeRate> read(Shell shell) {
        try {
            return PricesCommand.store(shell).rate();
        } catch (FeedException e) {
            throw PricesCommand.failed(shell, e);
        }
    }

    private Optional<ExchangeRate> given(Shell shell) {
        return text.map(
                given -> {
                    Matcher rate = RATE.matcher(given.strip());
                    if (!rate.matches() || new BigDecimal(rate.group(3)).signum() == 0) {
                        throw mistake(given);
                    }
                    try {
                        Currency to = Currency.getInstance(rate.group(1).toUpperCase(Locale.ROOT));
                        Currency from =
                                Currency.getInstance(rate.group(2).toUpperCase(Locale.ROOT));
                        if (to.equals(from)) {
                            throw mistake(given);
                        }
                        return new ExchangeRate(
                                to,
                                from,
                                new BigDecimal(rate.group(3)),
                                LocalDate.ofInstant(shell.clock().instant(), ZoneOffset.UTC),
                                "--rate");
                    } catch (IllegalArgumentException unknown) {
                        throw mistake(given);
                    }
                });
    }

    private static CommandException mistake(String given) {
        return CommandException.usage(
                "--rate: '" + given + "' is not understood.",
                "it is written as in --rate EUR/USD=0.86: one dollar costs 0.86 euros.",
                "");
    }
}
