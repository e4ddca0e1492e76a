package dev.tagwerk.cli;

import dev.tagwerk.ledger.BreakEven;
import dev.tagwerk.ledger.Money;
import dev.tagwerk.ledger.OwnHardware;
import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Gpus;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Plan;
import dev.tagwerk.quote.Level;
import dev.tagwerk.quote.Precision;
import dev.tagwerk.quote.Quote;
import dev.tagwerk.quote.QuotedJob;
import dev.tagwerk.spec.OwnMachine;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** What the chosen offer is compared with. */
record QuoteComparisons(QuoteAnswer answer) {
    private static final double GIB = 1L << 30;

    /** One comparison, in words. */
    List<String> all() {
        List<String> found = new ArrayList<>();
        Quote chosen = answer.chosen().orElseThrow();
        if (chosen.phases().isEmpty()) {
            return found;
        }
        serverless(chosen).ifPresent(found::add);
        spot(chosen).ifPresent(found::add);
        halfPrecision().ifPresent(found::add);
        smallest().ifPresent(found::add);
        answer.own().forEach(machine -> found.add(own(machine, chosen)));
        return found;
    }

    void lines(List<String> lines) {
        List<String> all = all();
        if (!all.isEmpty()) {
            lines.add("");
            lines.add("compared:");
            all.forEach(one -> lines.add("  " + one));
        }
    }

    private List<Quote> quoted() {
        return answer.quotes().admissible().stream()
                .filter(quote -> !quote.phases().isEmpty())
                .filter(quote -> quote.total(Level.P50).isPresent())
                .toList();
    }

    /** The cheapest serverless offer beside the plain machine in its region, by the full hour. */
    private Optional<String> serverless(Quote chosen) {
        return quoted().stream()
                .sorted(
                        Comparator.comparing(
                                quote -> !quote.offer().region().equals(chosen.offer().region())))
                .filter(quote -> OfferArgument.isServerless(quote.offer()))
                .flatMap(quote -> plain(quote).map(machine -> words(quote, machine)).stream())
                .findFirst();
    }

    private Optional<Quote> plain(Quote serverless) {
        Offer offer = serverless.offer();
        return quoted().stream()
                .filter(other -> other.offer().plan() == Plan.ON_DEMAND)
                .filter(other -> other.offer().machine().service().equals("azure-vm"))
                .filter(other -> other.offer().region().equals(offer.region()))
                .filter(other -> other.offer().machine().gpu().equals(offer.machine().gpu()))
                .filter(other -> other.offer().machine().vcpus() >= offer.machine().vcpus())
                .findFirst();
    }

    private String words(Quote quote, Quote machine) {
        double hours = Math.ceil(machine.seconds(Level.P50) / 3600);
        Money full = machine.hour().orElseThrow().times(BigDecimal.valueOf((long) hours));
        return "serverless against a plain machine: "
                + hour(quote)
                + " an hour for "
                + quote.offer().id()
                + ", "
                + hour(machine)
                + " for "
                + machine.offer().id()
                + "; in all, after the free grant, "
                + total(quote)
                + " against "
                + total(machine)
                + ", or "
                + answer.into(full).shown(QuoteText.digits(full))
                + " for "
                + (long) hours
                + (hours == 1 ? " full hour" : " full hours")
                + ", and the machine must be deleted afterwards";
    }

    private Optional<String> spot(Quote chosen) {
        return quoted().stream()
                .filter(quote -> quote.offer().plan() == Plan.SPOT)
                .flatMap(
                        spot ->
                                quoted().stream()
                                        .filter(
                                                other ->
                                                        (other.offer().id() + "/spot")
                                                                .equals(spot.offer().id()))
                                        .map(
                                                other ->
                                                        "spot against on demand: "
                                                                + total(spot)
                                                                + " (P90 "
                                                                + spot.total(Level.P90)
                                                                        .map(answer::into)
                                                                        .map(
                                                                                m ->
                                                                                        m.shown(
                                                                                                QuoteText
                                                                                                        .digits(
                                                                                                                m)))
                                                                        .orElse("unknown")
                                                                + ") against "
                                                                + total(other)
                                                                + " on "
                                                                + other.offer().id()
                                                                + "; how often it is taken away is"
                                                                + " assumed: 5 % an hour, 20 % for"
                                                                + " P90"))
                .min(Comparator.comparing(text -> text.contains(chosen.offer().id()) ? 0 : 1));
    }

    /** On a card without bf16: fp16 with loss scaling against fp32. */
    private Optional<String> halfPrecision() {
        QuotedJob job = answer.numbers().job();
        if (job.training().isEmpty() || job.training().get().demands().size() < 2) {
            return Optional.empty();
        }
        return quoted().stream()
                .filter(quote -> quote.precision().equals(Optional.of(Precision.FP16)))
                .flatMap(
                        half ->
                                answer.quoter().quote(half.offer(), Precision.FP32).stream()
                                        .filter(wide -> wide.total(Level.P50).isPresent())
                                        .map(
                                                wide ->
                                                        "fp16 with loss scaling against fp32 on "
                                                                + half.offer().id()
                                                                + ": "
                                                                + total(half)
                                                                + " in "
                                                                + takes(half)
                                                                + " against "
                                                                + total(wide)
                                                                + " in "
                                                                + takes(wide)))
                .findFirst();
    }

    /** The card with the least memory that holds the job, among those on offer. */
    private Optional<String> smallest() {
        QuotedJob.CardMemory memory = answer.numbers().job().needs().cardMemory();
        return quoted().stream()
                .filter(quote -> quote.precision().isPresent())
                .min(
                        Comparator.comparingDouble((Quote quote) -> gib(quote.offer()))
                                .thenComparing(
                                        quote ->
                                                quote.total(Level.P50)
                                                        .map(answer::into)
                                                        .map(Money::amount)
                                                        .orElse(BigDecimal.ZERO)))
                .flatMap(
                        quote -> {
                            Gpu gpu = quote.offer().machine().gpu().orElseThrow();
                            OptionalLong bytes = memory.bytes(gpu, quote.precision().orElseThrow());
                            return bytes.isEmpty()
                                    ? Optional.empty()
                                    : Optional.of(
                                            String.format(
                                                    Locale.ROOT,
                                                    "the smallest card that fits: %s, %.1f of %.1f GiB;"
                                                            + " %s in %s on %s",
                                                    gpu.name(),
                                                    bytes.getAsLong() / GIB,
                                                    gib(quote.offer()),
                                                    total(quote),
                                                    takes(quote),
                                                    quote.offer().id()));
                        });
    }

    /** A machine of one's own: from how many hours a month on it is cheaper than renting. */
    private String own(OwnMachine said, Quote chosen) {
        OwnHardware machine = OwnHardware.of(said);
        if (!alike(said, chosen.offer())) {
            return "your own "
                    + said.name()
                    + " has "
                    + said.gpu().map(gpu -> said.gpus() + " x " + gpu).orElse("no GPU")
                    + ", "
                    + chosen.offer().id()
                    + " "
                    + cards(chosen.offer())
                    + ": an hour of one is no hour of the other, and they are not compared; an hour"
                    + " of it costs "
                    + machine.hour().shown(2);
        }
        String text =
                "renting against your own "
                        + machine.name()
                        + ": an hour of it costs "
                        + machine.hour().shown(2)
                        + " when it works "
                        + machine.usedHours().setScale(0, RoundingMode.HALF_UP)
                        + " hours a month";
        if (!machine.unknown().isEmpty()) {
            text += " (without " + String.join(", ", machine.unknown()) + ", which nobody said)";
        }
        Optional<BreakEven> even =
                chosen.hour().flatMap(hour -> machine.breakEven(hour, answer.rates()));
        if (even.isEmpty()) {
            return text + "; the break-even is unknown without a rate: --rate EUR/USD=0.86";
        }
        return text
                + "; against "
                + even.get().rented().shown(2)
                + " for "
                + chosen.offer().id()
                + " it pays "
                + even.get()
                        .hours()
                        .filter(hours -> even.get().reachable())
                        .map(
                                hours ->
                                        "from "
                                                + hours.setScale(0, RoundingMode.CEILING)
                                                + " hours a month on")
                        .orElse("never: no month has enough hours");
    }

    private static boolean alike(OwnMachine own, Offer offer) {
        return own.gpus() == offer.machine().gpuCount()
                && own.gpu()
                        .map(
                                gpu ->
                                        Gpus.matching(gpu).stream()
                                                .anyMatch(
                                                        one ->
                                                                offer.machine()
                                                                        .gpu()
                                                                        .equals(Optional.of(one))))
                        .orElse(false);
    }

    private static String cards(Offer offer) {
        return offer.machine().gpuCount()
                + " x "
                + offer.machine().gpu().map(Gpu::name).orElse("none");
    }

    private static double gib(Offer offer) {
        return offer.machine()
                .gpuMemoryGib()
                .orElse(offer.machine().gpu().map(Gpu::memoryGib).orElse(0.0));
    }

    private String total(Quote quote) {
        return quote.total(Level.P50)
                .map(answer::into)
                .map(m -> m.shown(QuoteText.digits(m)))
                .orElse("unknown");
    }

    private String hour(Quote quote) {
        return quote.hour()
                .map(answer::into)
                .map(m -> m.shown(QuoteText.digits(m)))
                .orElse("unknown");
    }

    private static String takes(Quote quote) {
        return Durations.of(quote.seconds(Level.P50));
    }
}
