package dev.tagwerk.quote;

import dev.tagwerk.ledger.Bill;
import dev.tagwerk.ledger.GrantAccount;
import dev.tagwerk.ledger.Interval;
import dev.tagwerk.ledger.Money;
import dev.tagwerk.ledger.Pricing;
import dev.tagwerk.ledger.Use;
import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Offer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Quotes one job on offers. Thread-safe. */
public final class Quoter {
    /** The longest that is reckoned with: a quote beyond a year says so instead. */
    private static final double LONGEST = Duration.ofDays(366).toSeconds();

    private static final BigDecimal HOUR = BigDecimal.valueOf(3600);

    private final QuotedJob job;
    private final DurationModel model;
    private final Instant start;
    private final Supplier<GrantAccount> grants;

    /**
     * @param start when the run would begin: grants belong to months
     * @param grants gives a fresh copy of what is left of the grants; a quote claims from it
     */
    public Quoter(
            QuotedJob job, DurationModel model, Instant start, Supplier<GrantAccount> grants) {
        this.job = job;
        this.model = model;
        this.start = start;
        this.grants = grants;
    }

    /** Why a machine will not do, in every precision that the job may take; empty when one will. */
    public List<String> refusals(Offer offer) {
        List<String> reasons = List.of();
        for (Optional<Precision> precision : precisions(offer)) {
            List<String> found = Fit.refusals(job, offer, precision);
            if (found.isEmpty()) {
                return List.of();
            }
            reasons = reasons.isEmpty() ? found : reasons;
        }
        return reasons;
    }

    /** What the job would compute in there, the best first. */
    private List<Optional<Precision>> precisions(Offer offer) {
        Optional<Gpu> gpu = offer.machine().gpu();
        if (job.training().isEmpty() || gpu.isEmpty()) {
            return List.of(Optional.empty());
        }
        Map<Precision, Demand> demands = job.training().get().demands();
        if (demands.size() == 1) {
            return List.of(Optional.of(demands.keySet().iterator().next()));
        }
        return List.of(Optional.of(Precision.on(gpu.get())));
    }

    /** A quote; of an offer that {@link #refusals} does not refuse. */
    public Quote quote(Offer offer) {
        return quote(offer, precisions(offer).getFirst());
    }

    /** The same in another precision; empty where the job does not fit in it. */
    public Optional<Quote> quote(Offer offer, Precision precision) {
        return Fit.refusals(job, offer, Optional.of(precision)).isEmpty()
                ? Optional.of(quote(offer, Optional.of(precision)))
                : Optional.empty();
    }

    private Quote quote(Offer offer, Optional<Precision> precision) {
        Optional<Device> device =
                precision.flatMap(
                        one ->
                                offer.machine()
                                        .gpu()
                                        .flatMap(
                                                gpu ->
                                                        Device.of(
                                                                gpu,
                                                                one,
                                                                share(offer, gpu),
                                                                cards())));
        Evidence evidence = evidence(device);
        Map<Phase, Range<Double>> phases = new EnumMap<>(Phase.class);
        if (evidence != Evidence.NONE) {
            phases.putAll(new PhaseTimes(job, model).of(offer, device, precision, evidence));
        }
        boolean known = !phases.isEmpty() && seconds(phases, Level.P90) <= LONGEST;
        List<String> notes = new ArrayList<>();
        long most = Cap.longest(offer.machine().service());
        if (known && seconds(phases, Level.P50) > most) {
            notes.add(
                    "longer than the "
                            + most / 86_400
                            + " days that the service allows a job: not quoted");
            phases.clear();
            evidence = Evidence.NONE;
            known = false;
        }
        if (!phases.isEmpty() && !known) {
            notes.add("more than a year: not quoted");
            phases.clear();
            evidence = Evidence.NONE;
        }
        offer.note().ifPresent(notes::add);
        Optional<Money> hour = offer.priced() ? Pricing.hour(offer).list() : Optional.empty();
        List<QuoteLine> lines = known ? lines(offer, phases, hour) : List.of();
        return new Quote(offer, precision, evidence, phases, lines, hour, staying(offer), notes);
    }

    private int cards() {
        return Math.max(1, job.needs().cards());
    }

    private static double share(Offer offer, Gpu gpu) {
        return Math.min(1, Fit.cardGib(offer.machine(), gpu) / gpu.memoryGib());
    }

    private Evidence evidence(Optional<Device> device) {
        if (job.stated().isPresent()) {
            return Evidence.STATED;
        }
        if (job.training().isEmpty() || device.isEmpty()) {
            return Evidence.NONE;
        }
        boolean here = model.measured(device.get());
        boolean shape = model.measured(job.shape());
        if (here) {
            return shape ? Evidence.SAME : Evidence.SAME_DEVICE;
        }
        if (shape) {
            return Evidence.SCALED;
        }
        return job.training().get().referenceSecondsPerExample().isPresent()
                ? Evidence.REFERENCE
                : Evidence.NONE;
    }

    private static double seconds(Map<Phase, Range<Double>> phases, Level level) {
        return phases.values().stream().mapToDouble(phase -> phase.at(level)).sum();
    }

    private List<QuoteLine> lines(
            Offer offer, Map<Phase, Range<Double>> phases, Optional<Money> hour) {
        List<QuoteLine> lines = new ArrayList<>();
        phases.forEach(
                (phase, seconds) -> {
                    if (seconds.high() > 0) {
                        lines.add(
                                new QuoteLine(
                                        phase.words(),
                                        Range.of(level -> cost(hour, seconds.at(level))),
                                        phase.meaning()));
                    }
                });
        Range<Optional<Bill>> bills =
                Range.of(level -> hour.map(known -> bill(offer, phases, level)));
        QuoteLine rounding =
                new QuoteLine(
                        "rounding",
                        Range.of(level -> rounding(bills.at(level), hour, phases, level)),
                        "billed " + offer.billing().words());
        if (shows(rounding)) {
            lines.add(rounding);
        }
        QuoteLine grant =
                new QuoteLine(
                        Quote.GRANT,
                        Range.of(level -> bills.at(level).flatMap(Quoter::granted)),
                        "what is left of this month's");
        if (shows(grant)) {
            lines.add(grant);
        }
        lines.add(storage(offer));
        Sides.logs(
                        offer,
                        1_000_000L + 400L * job.training().map(QuotedJob.Training::steps).orElse(0))
                .ifPresent(lines::add);
        lines.add(
                job.training().isEmpty()
                        ? Sides.unknown("egress", "what is taken home, nobody said")
                        : Sides.egress(offer, job.outputBytes()));
        return lines;
    }

    private static boolean shows(QuoteLine line) {
        return java.util.stream.Stream.of(Level.values())
                .anyMatch(
                        level ->
                                line.cost()
                                        .at(level)
                                        .filter(money -> money.amount().signum() != 0)
                                        .isPresent());
    }

    private static Optional<Money> cost(Optional<Money> hour, double seconds) {
        return hour.map(
                money ->
                        new Money(
                                money.amount()
                                        .multiply(exact(seconds))
                                        .divide(HOUR, 12, RoundingMode.HALF_EVEN),
                                money.currency()));
    }

    private Bill bill(Offer offer, Map<Phase, Range<Double>> phases, Level level) {
        BigDecimal seconds =
                phases.values().stream()
                        .map(phase -> exact(phase.at(level)))
                        .reduce(BigDecimal.ZERO, BigDecimal::add);
        Interval interval =
                Interval.of(start, Duration.ofMillis(seconds.movePointRight(3).longValueExact()));
        return Pricing.bill(List.of(new Use(job.name(), offer, interval)), grants.get());
    }

    /** To the millisecond: what is shown adds up. */
    private static BigDecimal exact(double seconds) {
        return BigDecimal.valueOf(Math.round(seconds * 1000), 3);
    }

    private static Optional<Money> granted(Bill bill) {
        return bill.list().flatMap(list -> bill.afterGrant().map(after -> after.minus(list)));
    }

    private static Optional<Money> rounding(
            Optional<Bill> bill,
            Optional<Money> hour,
            Map<Phase, Range<Double>> phases,
            Level level) {
        Optional<Money> parts =
                phases.values().stream()
                        .flatMap(phase -> cost(hour, phase.at(level)).stream())
                        .reduce(Money::plus);
        return bill.flatMap(Bill::list)
                .flatMap(all -> parts.map(all::minus))
                .map(
                        rest ->
                                // what twelve digits leave over is no rounding by a provider
                                rest.amount().abs().compareTo(new BigDecimal("1e-9")) < 0
                                        ? Money.zero(rest.currency())
                                        : rest);
    }

    private QuoteLine storage(Offer offer) {
        return job.training().isEmpty()
                ? Sides.unknown("storage, a month", "what the container keeps, nobody said")
                : Sides.storage(offer, stored());
    }

    private long stored() {
        long checkpoints =
                job.training().map(one -> one.checkpointBytes() * one.checkpointsKept()).orElse(0L);
        return job.modelBytes() + job.dataBytes() + checkpoints + job.outputBytes();
    }

    private Optional<Money> staying(Offer offer) {
        return storage(offer).cost().middle();
    }
}
