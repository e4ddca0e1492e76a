package dev.tagwerk.quote;

import dev.tagwerk.ledger.Money;
import dev.tagwerk.market.Offer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a job takes and costs on one offer.
 *
 * @param precision in which it would compute; empty for a container
 * @param phases seconds by what they are spent on
 * @param lines whose sum is the total
 * @param hour what an hour of the machine costs, before any grant; empty where unknown
 * @param staying what lies there afterwards, a month; empty where unknown
 * @param notes what to know about this offer
 */
public record Quote(
        Offer offer,
        Optional<Precision> precision,
        Evidence evidence,
        Map<Phase, Range<Double>> phases,
        List<QuoteLine> lines,
        Optional<Money> hour,
        Optional<Money> staying,
        List<String> notes) {
    public Quote {
        phases = java.util.Collections.unmodifiableMap(new java.util.EnumMap<>(phases));
        lines = List.copyOf(lines);
        notes = List.copyOf(notes);
    }

    /** Seconds of a part; none where the job has no such part. */
    public double seconds(Phase phase, Level level) {
        Range<Double> range = phases.get(phase);
        return range == null ? 0 : range.at(level);
    }

    /** Seconds from start to end. */
    public double seconds(Level level) {
        return phases.values().stream().mapToDouble(phase -> phase.at(level)).sum();
    }

    /** The sum of the lines whose price is known; empty where the machine's own is not. */
    public Optional<Money> total(Level level) {
        if (hour.isEmpty()) {
            return Optional.empty();
        }
        return lines.stream().flatMap(line -> line.cost().at(level).stream()).reduce(Money::plus);
    }

    /** The same before the month's free grant. */
    public Optional<Money> list(Level level) {
        if (hour.isEmpty()) {
            return Optional.empty();
        }
        return lines.stream()
                .filter(line -> !line.name().equals(GRANT))
                .flatMap(line -> line.cost().at(level).stream())
                .reduce(Money::plus);
    }

    /** Lines that cost something that nobody knows: the total is without them. */
    public List<String> unknown() {
        return lines.stream().filter(QuoteLine::unknown).map(QuoteLine::name).toList();
    }

    /** The name of the line that takes the grant off. */
    public static final String GRANT = "free grant";
}
