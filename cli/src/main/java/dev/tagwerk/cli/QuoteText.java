package dev.tagwerk.cli;

import dev.tagwerk.ledger.Money;
import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Plan;
import dev.tagwerk.quote.Cap;
import dev.tagwerk.quote.Evidence;
import dev.tagwerk.quote.Level;
import dev.tagwerk.quote.Phase;
import dev.tagwerk.quote.Quote;
import dev.tagwerk.quote.QuoteLine;
import dev.tagwerk.quote.Quotes;
import dev.tagwerk.quote.Range;
import dev.tagwerk.spec.ContainerJob;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A quote for people. */
record QuoteText(QuoteAnswer answer, String command, boolean all) {
    /** Offers that are listed unless all are asked for. */
    private static final int SHOWN = 16;

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        head(lines);
        Quotes quotes = answer.quotes();
        if (quotes.admissible().isEmpty()) {
            lines.add("no offer is admissible");
            tooLarge().ifPresent(lines::add);
        } else {
            if (!quotes.backed()) {
                lines.add("");
                lines.add("not a quote: nothing measured backs the duration.");
                lines.add(
                        "a few steps here do: set max_steps: 5, "
                                + command
                                + " run, and quote again; until then, what an hour costs:");
            }
            lines.add("");
            table(lines);
        }
        answer.chosen().ifPresent(quote -> detail(lines, quote));
        if (answer.asked().isPresent() && answer.chosen().isEmpty()) {
            Offer asked = answer.asked().get();
            lines.add("");
            lines.add("the offer that was asked for, " + asked.id() + ", is refused:");
            answer.quotes().refused().stream()
                    .filter(one -> one.offer().id().equals(asked.id()))
                    .flatMap(one -> one.reasons().stream())
                    .forEach(reason -> lines.add("  " + reason));
        }
        if (answer.chosen().isPresent()) {
            cap(lines);
            new QuoteComparisons(answer).lines(lines);
        }
        refused(lines);
        if (answer.chosen().isPresent()) {
            sources(lines);
        }
        return lines;
    }

    /** What no offer at all would do, whatever the terms. */
    private Optional<String> tooLarge() {
        int most =
                answer.known().stream().mapToInt(one -> one.machine().gpuCount()).max().orElse(0);
        int wanted = answer.numbers().job().needs().cards();
        if (wanted > most) {
            return Optional.of("the job wants " + wanted + " GPUs; no offer has more than " + most);
        }
        boolean memory =
                answer.quotes().refused().stream()
                        .allMatch(
                                one ->
                                        one.reasons().stream()
                                                .anyMatch(
                                                        reason ->
                                                                reason.startsWith("its card has")
                                                                        || reason.startsWith(
                                                                                "retired")));
        return memory
                ? Optional.of(
                        "no card on offer holds it: `"
                                + command
                                + " memory` says what takes how much. Training all weights of"
                                + " tens of billions of parameters, or a model from nothing, is"
                                + " not what single machines are for; qlora, a shorter"
                                + " max_length or a smaller model may be")
                : Optional.empty();
    }

    private void head(List<String> lines) {
        StringBuilder head = new StringBuilder(answer.job().name());
        answer.numbers()
                .size()
                .ifPresent(
                        size ->
                                head.append(
                                        String.format(
                                                Locale.ROOT,
                                                ": %,d steps, %,d examples, %,d tokens, %d evaluations",
                                                size.steps(),
                                                size.examples(),
                                                size.tokens(),
                                                size.evaluations())));
        answer.numbers()
                .job()
                .stated()
                .ifPresent(
                        stated ->
                                head.append(": stated to take ")
                                        .append(Durations.of(stated.at(Level.P10)))
                                        .append(
                                                stated.sigma() > 0
                                                        ? " to "
                                                                + Durations.of(stated.at(Level.P90))
                                                        : ""));
        lines.add(head.toString());
        answer.numbers()
                .size()
                .filter(size -> size.looked() < size.rows())
                .ifPresent(
                        size ->
                                lines.add(
                                        String.format(
                                                Locale.ROOT,
                                                "lengths from %,d of %,d rows, spread evenly",
                                                size.looked(),
                                                size.rows())));
        evidence(lines);
    }

    private void evidence(List<String> lines) {
        String shape = answer.numbers().job().shape();
        long same =
                answer.runs().measured().stream().filter(run -> run.shape().equals(shape)).count();
        if (same > 0) {
            var last =
                    answer.runs().measured().stream()
                            .filter(run -> run.shape().equals(shape))
                            .reduce((before, after) -> after)
                            .orElseThrow();
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "backed by %s of this shape; the last, %s: %d steps in %s on %s",
                            same == 1 ? "1 run" : same + " runs",
                            last.run(),
                            last.spent().steps(),
                            Durations.of(last.spent().training().seconds()),
                            last.device().name()));
        }
        if (answer.runs().unusable() > 0) {
            lines.add(
                    "not used: "
                            + answer.runs().unusable()
                            + " results without measured steps, or of older versions");
        }
    }

    private void table(List<String> lines) {
        List<Quote> quotes = answer.quotes().admissible();
        Map<String, Set<Quotes.Mark>> marks = answer.quotes().marks(answer::into);
        List<Quote> shown = all ? quotes : shown(quotes, marks.keySet());
        int longest =
                Math.max(
                        5,
                        shown.stream().mapToInt(one -> one.offer().id().length()).max().orElse(5));
        String row = "%-" + longest + "s  %-14s %-5s %8s %8s %8s %-3s %12s  %s";
        boolean backed = answer.quotes().backed();
        lines.add(
                row.formatted(
                                "OFFER",
                                "GPU",
                                "IN",
                                backed ? "P10" : "",
                                backed ? "P50" : "",
                                backed ? "P90" : "",
                                "",
                                backed ? "TAKES (P50)" : "AN HOUR",
                                "")
                        .stripTrailing());
        for (Quote quote : shown) {
            lines.add(row(row, quote, marks.getOrDefault(quote.offer().id(), Set.of())));
        }
        if (shown.size() < quotes.size()) {
            lines.add(
                    "the cheapest region of each machine; "
                            + (quotes.size() - shown.size())
                            + " more offers: --all");
        }
        notes(lines);
    }

    /** Of each machine and plan the cheapest region, and what stands out. */
    static List<Quote> shown(List<Quote> quotes, Set<String> marked) {
        Set<String> machines = new HashSet<>();
        List<Quote> shown = new ArrayList<>();
        for (Quote quote : quotes) {
            Offer offer = quote.offer();
            boolean first =
                    machines.add(
                            offer.machine().service()
                                    + "/"
                                    + offer.machine().name()
                                    + "/"
                                    + offer.plan());
            if (marked.contains(offer.id()) || first && shown.size() < SHOWN) {
                shown.add(quote);
            }
        }
        return shown;
    }

    private String row(String row, Quote quote, Set<Quotes.Mark> marks) {
        Offer offer = quote.offer();
        boolean quoted = !quote.phases().isEmpty();
        List<String> words = new ArrayList<>();
        marks.forEach(mark -> words.add(mark.toString().toUpperCase(Locale.ROOT)));
        words.addAll(PriceJson.marks(offer, answer.today()));
        if (quoted && quote.evidence() != Evidence.SCALED && quote.evidence() != Evidence.STATED) {
            words.add(quote.evidence().words());
        }
        Optional<Money> shown = quote.total(Level.P50).or(quote::hour).map(answer::into);
        return row.formatted(
                        offer.id(),
                        offer.machine().gpuCount()
                                + " x "
                                + offer.machine().gpu().map(Gpu::name).orElse("none"),
                        quote.precision().map(Object::toString).orElse(""),
                        quoted ? amount(quote.total(Level.P10)) : "",
                        quoted ? amount(quote.total(Level.P50)) : "",
                        quoted ? amount(quote.total(Level.P90)) : "",
                        shown.filter(money -> quoted)
                                .map(money -> money.currency().getCurrencyCode())
                                .orElse(""),
                        quoted
                                ? Durations.of(quote.seconds(Level.P50))
                                : quote.hour()
                                        .map(hour -> answer.into(hour).shown(4))
                                        .orElse("unknown"),
                        String.join(", ", words))
                .stripTrailing();
    }

    private String amount(Optional<Money> money) {
        return money.map(answer::into)
                .map(sum -> sum.shown(digits(sum)))
                .map(text -> text.substring(0, text.indexOf(' ')))
                .orElse("unknown");
    }

    /** Cents, and more digits where cents would say nothing. */
    static int digits(Money money) {
        return money.amount().compareTo(new BigDecimal("0.1")) < 0 ? 4 : 2;
    }

    private void notes(List<String> lines) {
        if (answer.quotes().backed()) {
            lines.add(
                    "P10, P50, P90: in one, five, nine of ten cases it costs no more; after the"
                            + " month's free grant where there is one; taxes are in none");
            Set<String> unknown =
                    answer.quotes().admissible().stream()
                            .filter(quote -> quote.hour().isPresent())
                            .flatMap(quote -> quote.unknown().stream())
                            .collect(Collectors.toCollection(java.util.LinkedHashSet::new));
            if (!unknown.isEmpty()) {
                lines.add(
                        "without "
                                + String.join(", ", unknown)
                                + ", whose price is unknown: "
                                + Durations.bytes(answer.numbers().job().outputBytes())
                                + " are taken home");
            }
        }
        answer.rate().ifPresent(rate -> lines.add("at " + rate));
        long currencies =
                answer.quotes().admissible().stream()
                        .flatMap(quote -> quote.hour().stream())
                        .map(answer::into)
                        .map(Money::currency)
                        .distinct()
                        .count();
        if (currencies > 1) {
            lines.add(
                    "prices in different currencies are not compared: --rate EUR/USD=0.86 does (so"
                            + " many euros for one dollar)");
        }
    }

    private void detail(List<String> lines, Quote quote) {
        lines.add("");
        lines.add(
                quote.offer().id()
                        + ", line by line"
                        + quote.precision().map(one -> ", in " + one).orElse("")
                        + ": "
                        + quote.evidence().words());
        if (answer.job() instanceof ContainerJob container) {
            container
                    .maxDuration()
                    .filter(most -> most.toSeconds() < quote.seconds(Level.P50))
                    .ifPresent(
                            most ->
                                    lines.add(
                                            "  note: max_duration ends it after "
                                                    + Durations.of(most.toSeconds())
                                                    + ", before that"));
        }
        if (quote.phases().isEmpty()) {
            lines.add("  not a quote: nothing measured backs the duration");
            return;
        }
        String row = "  %-18s %9s %9s %9s  %10s %10s %10s   %s";
        lines.add(
                row.formatted("", "P10", "P50", "P90", "P10", "P50", "P90", currency(quote))
                        .stripTrailing());
        for (QuoteLine line : quote.lines()) {
            Optional<Phase> phase =
                    quote.phases().keySet().stream()
                            .filter(one -> one.words().equals(line.name()))
                            .findFirst();
            lines.add(
                    row.formatted(
                                    line.name(),
                                    time(quote, phase, Level.P10),
                                    time(quote, phase, Level.P50),
                                    time(quote, phase, Level.P90),
                                    cost(line, Level.P10),
                                    cost(line, Level.P50),
                                    cost(line, Level.P90),
                                    line.how())
                            .stripTrailing());
        }
        lines.add(
                row.formatted(
                                quote.unknown().isEmpty() ? "total" : "total without *",
                                Durations.of(quote.seconds(Level.P10)),
                                Durations.of(quote.seconds(Level.P50)),
                                Durations.of(quote.seconds(Level.P90)),
                                total(quote, Level.P10),
                                total(quote, Level.P50),
                                total(quote, Level.P90),
                                "")
                        .stripTrailing());
        if (!quote.unknown().isEmpty()) {
            lines.add("  * " + String.join(", ", quote.unknown()) + ": unknown, in no total");
        }
        quote.total(Level.P50)
                .filter(total -> !answer.into(total).currency().equals(total.currency()))
                .ifPresent(
                        total ->
                                lines.add(
                                        "  in "
                                                + answer.into(total).currency()
                                                + ": "
                                                + Range.of(quote::total).stream()
                                                        .flatMap(Optional::stream)
                                                        .map(answer::into)
                                                        .map(QuoteText::four)
                                                        .collect(Collectors.joining(", "))
                                                + " (P10, P50, P90)"));
        if (quote.lines().stream().anyMatch(line -> line.name().equals(Quote.GRANT))) {
            lines.add(
                    "  before the free grant: "
                            + quote.list(Level.P50).map(money -> money.shown(2)).orElse("unknown")
                            + " (P50); of the grant "
                            + answer.grant());
        }
        quote.notes().forEach(note -> lines.add("  note: " + note));
    }

    private static String currency(Quote quote) {
        return quote.hour().map(money -> money.currency().getCurrencyCode()).orElse("");
    }

    private static String time(Quote quote, Optional<Phase> phase, Level level) {
        return phase.map(one -> Durations.of(quote.seconds(one, level))).orElse("");
    }

    private static String cost(QuoteLine line, Level level) {
        return line.cost().at(level).map(QuoteText::four).orElse("unknown");
    }

    private static String total(Quote quote, Level level) {
        return quote.total(level).map(QuoteText::four).orElse("unknown");
    }

    private static String four(Money money) {
        String text = money.shown(4);
        return text.substring(0, text.indexOf(' '));
    }

    private void cap(List<String> lines) {
        answer.cap()
                .ifPresent(
                        cap -> {
                            lines.add("");
                            cap.refusal().ifPresent(lines::add);
                            cap.caps().forEach(one -> cap(lines, cap, one));
                        });
    }

    private void cap(List<String> lines, BudgetCap budget, Cap cap) {
        lines.add(
                "a budget of "
                        + budget.budget()
                        + " as "
                        + cap.enforcer()
                        + "'s own stop fields"
                        + (cap.enforcer().equals("kubernetes") || cap.enforcer().equals("slurm")
                                ? " (such a machine as a node, rented by the hour)"
                                : "")
                        + ":");
        cap.fields()
                .forEach(
                        (name, value) ->
                                lines.add("  " + name + (value.isEmpty() ? "" : ": " + value)));
        Optional<Money> stays = answer.chosen().flatMap(Quote::staying);
        String counted = both(cap.worst()) + " (" + String.join(", ", cap.counted()) + ")";
        if (!Cap.endsTheMachine(cap.enforcer())) {
            lines.add(
                    "  ends the job's own time at "
                            + counted
                            + ". It is no cap: the node costs on until somebody deletes it");
            return;
        }
        lines.add(
                "  even if this program never wakes up again: at most "
                        + counted
                        + (answer.chosen()
                                        .map(one -> one.offer().plan())
                                        .equals(Optional.of(Plan.SPOT))
                                ? ", at the price on demand, because a spot price moves"
                                : "")
                        + "; what stays afterwards costs "
                        + stays.map(answer::into).map(money -> money.shown(2)).orElse("unknown")
                        + " a month");
    }

    /** As it will be billed, and in the currency to pay in. */
    private String both(Money money) {
        Money converted = answer.into(money);
        return converted.currency().equals(money.currency())
                ? ceiling(money)
                : ceiling(money)
                        + " ("
                        + ceiling(converted)
                        + " at today's rate; the budget keeps 5 % for its moves)";
    }

    private static String ceiling(Money money) {
        return money.amount().setScale(2, java.math.RoundingMode.CEILING).toPlainString()
                + " "
                + money.currency();
    }

    private void refused(List<String> lines) {
        if (answer.quotes().refused().isEmpty()) {
            return;
        }
        lines.add("");
        lines.add("refused:");
        OffersText.refused(
                lines,
                answer.quotes().refused().stream()
                        .map(
                                one ->
                                        new RankedOffers.Refused(
                                                one.offer(), Optional.empty(), one.reasons()))
                        .toList(),
                all);
    }

    private void sources(List<String> lines) {
        Quote quote = answer.chosen().orElseThrow();
        lines.add("");
        lines.add("prices of " + quote.offer().id() + ":");
        quote.offer()
                .meters()
                .forEach(
                        meter ->
                                lines.add(
                                        "  "
                                                + meter.meter().words()
                                                + ": "
                                                + meter.price().provenance()
                                                + meter.price().marks(answer.today()).stream()
                                                        .collect(
                                                                Collectors.joining(", ", " (", ")"))
                                                        .replace(" ()", "")));
        lines.add("how durations are told, with all constants and known errors: docs/quotes.md");
    }
}
