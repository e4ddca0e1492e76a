package dev.tagwerk.ledger;

import dev.tagwerk.spec.OwnMachine;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a machine of one's own costs. What nobody said is unknown, is named, and is in no sum.
 *
 * @param purchase the whole machine
 * @param months over which it is spread
 * @param kilowatts that it draws while it works
 * @param idleKilowatts that it draws while it does not
 * @param powerUsageEffectiveness all power of the room over the machine's
 * @param coolingKilowatts that cooling draws while it works, where no such factor is known
 * @param electricity a kilowatt-hour
 * @param rack a month's; likewise {@code service} and {@code people}
 * @param utilisation share of all hours in which it works, above 0 and at most 1
 */
public record OwnHardware(
        String name,
        Money purchase,
        int months,
        BigDecimal kilowatts,
        Optional<BigDecimal> idleKilowatts,
        Optional<BigDecimal> powerUsageEffectiveness,
        Optional<BigDecimal> coolingKilowatts,
        Money electricity,
        Optional<Money> rack,
        Optional<Money> service,
        Optional<Money> people,
        BigDecimal utilisation) {
    /** Of a month: 365.25 days of 24 hours, over twelve. */
    public static final BigDecimal HOURS_A_MONTH = new BigDecimal("730.5");

    /**
     * A part of the cost.
     *
     * @param hour for an hour in which it works; empty where nobody said
     */
    public record Part(String what, Optional<Money> hour) {}

    public OwnHardware {
        if (months <= 0 || kilowatts.signum() <= 0) {
            throw new LedgerException(name + " has no months or no power");
        }
        if (utilisation.signum() <= 0 || utilisation.compareTo(BigDecimal.ONE) > 0) {
            throw new LedgerException("the utilisation of " + name + " is no share above 0");
        }
    }

    /** As a project says it. */
    public static OwnHardware of(OwnMachine machine) {
        return new OwnHardware(
                machine.name(),
                Money.of(machine.purchase()),
                machine.months(),
                machine.watts().movePointLeft(3),
                machine.idleWatts().map(watts -> watts.movePointLeft(3)),
                machine.powerUsageEffectiveness(),
                machine.coolingWatts().map(watts -> watts.movePointLeft(3)),
                Money.of(machine.electricity()),
                machine.rack().map(Money::of),
                machine.service().map(Money::of),
                machine.people().map(Money::of),
                machine.utilisation().movePointLeft(2));
    }

    /** Hours of a month in which it works. */
    public BigDecimal usedHours() {
        return HOURS_A_MONTH.multiply(utilisation);
    }

    /** What an hour in which it works costs, part by part; unknown parts too. */
    public List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        BigDecimal used = usedHours();
        parts.add(
                new Part(
                        "purchase, spread over " + months + " months",
                        Optional.of(
                                purchase.dividedBy(used.multiply(BigDecimal.valueOf(months))))));
        parts.add(new Part("electricity while it works", Optional.of(running(false))));
        parts.add(
                new Part(
                        "cooling while it works",
                        powerUsageEffectiveness.isEmpty() && coolingKilowatts.isEmpty()
                                ? Optional.empty()
                                : Optional.of(running(true).minus(running(false)))));
        parts.add(
                new Part(
                        "electricity while it does not",
                        idle().map(
                                        hour ->
                                                hour.times(BigDecimal.ONE.subtract(utilisation))
                                                        .dividedBy(utilisation))));
        parts.add(new Part("rack", rack.map(month -> month.dividedBy(used))));
        parts.add(new Part("service", service.map(month -> month.dividedBy(used))));
        parts.add(new Part("people", people.map(month -> month.dividedBy(used))));
        return parts;
    }

    /** What an hour in which it works costs: the sum of all parts that are known. */
    public Money hour() {
        return parts().stream()
                .flatMap(part -> part.hour().stream())
                .reduce(Money.zero(purchase.currency()), Money::plus);
    }

    /** What is in no sum because nobody said it. */
    public List<String> unknown() {
        return parts().stream().filter(part -> part.hour().isEmpty()).map(Part::what).toList();
    }

    /** Electricity, and cooling where it is asked for, of an hour in which it works. */
    private Money running(boolean cooled) {
        BigDecimal power = kilowatts;
        if (cooled) {
            power =
                    power.multiply(powerUsageEffectiveness.orElse(BigDecimal.ONE))
                            .add(coolingKilowatts.orElse(BigDecimal.ZERO));
        }
        return electricity.times(power);
    }

    /** Of an hour in which it does not work. */
    private Optional<Money> idle() {
        return idleKilowatts.map(
                power ->
                        electricity.times(
                                power.multiply(powerUsageEffectiveness.orElse(BigDecimal.ONE))));
    }

    /** What a month costs in which it works so many hours; what is unknown is not in it. */
    public Money month(BigDecimal hours) {
        if (hours.signum() < 0 || hours.compareTo(HOURS_A_MONTH) > 0) {
            throw new LedgerException("a month of " + hours + " hours");
        }
        return unused().plus(more().times(hours));
    }

    /** A month in which it does not work at all. */
    private Money unused() {
        Money month = purchase.dividedBy(BigDecimal.valueOf(months));
        for (Optional<Money> part : List.of(rack, service, people)) {
            month = part.map(month::plus).orElse(month);
        }
        return idle().map(hour -> hour.times(HOURS_A_MONTH)).map(month::plus).orElse(month);
    }

    /** What an hour of work costs more than one without. */
    private Money more() {
        return idle().map(running(true)::minus).orElse(running(true));
    }

    /**
     * From how many hours a month on it is cheaper than renting.
     *
     * @param rented an hour of what would be rented instead
     * @return empty where the currencies differ and no rate between them has been told
     */
    public Optional<BreakEven> breakEven(Money rented, Rates rates) {
        return rates.into(purchase.currency(), rented)
                .map(
                        hour -> {
                            Money saved = hour.minus(more());
                            return new BreakEven(
                                    hour,
                                    saved.amount().signum() <= 0
                                            ? Optional.empty()
                                            : Optional.of(
                                                    unused().amount()
                                                            .divide(
                                                                    saved.amount(),
                                                                    Money.SCALE,
                                                                    RoundingMode.HALF_EVEN)));
                        });
    }
}
