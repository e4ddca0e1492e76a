package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.ledger.BreakEven;
import dev.tagwerk.ledger.Money;
import dev.tagwerk.ledger.OwnHardware;
import dev.tagwerk.ledger.Pricing;
import dev.tagwerk.ledger.Rates;
import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Gpus;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Placement;
import dev.tagwerk.market.Plan;
import dev.tagwerk.spec.OwnMachine;
import dev.tagwerk.spec.WorkspaceSettings;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A machine of one's own for a time, and beside the same cards rented.
 *
 * @param rented the same cards, the cheapest first
 */
record OwnPrice(
        OwnMachine machine,
        OwnHardware hardware,
        Duration duration,
        List<Rented> rented,
        LocalDate today) {
    static final String PREFIX = "own/";
    private static final int SHOWN = 3;

    /**
     * So many of an offer have as many cards.
     *
     * @param hour of all of them
     * @param even empty where no rate between the currencies is known
     */
    record Rented(Offer offer, int count, Money hour, Optional<BreakEven> even) {
        String name() {
            return count == 1 ? offer.id() : count + " x " + offer.id();
        }
    }

    static OwnPrice of(
            Shell shell,
            String text,
            WorkspaceSettings settings,
            Duration duration,
            List<Offer> offers,
            Rates rates,
            LocalDate today) {
        String name = text.substring(PREFIX.length());
        OwnMachine machine =
                settings.hardware().stream()
                        .filter(one -> one.name().equalsIgnoreCase(name))
                        .findFirst()
                        .orElseThrow(() -> unknown(shell, name, settings));
        OwnHardware hardware = OwnHardware.of(machine);
        Placement placement =
                new Placement(
                        settings.terms().residency(),
                        settings.terms().notUnder(),
                        settings.terms().certified());
        List<Rented> rented = new ArrayList<>();
        List<Gpu> gpus = machine.gpu().map(Gpus::matching).orElse(List.of());
        for (Offer offer : offers) {
            if (isSame(offer, machine, gpus) && placement.refusals(offer).isEmpty()) {
                int count = machine.gpus() / offer.machine().gpuCount();
                Pricing.hour(offer)
                        .list()
                        .map(hour -> hour.times(BigDecimal.valueOf(count)))
                        .ifPresent(
                                hour ->
                                        rented.add(
                                                new Rented(
                                                        offer,
                                                        count,
                                                        hour,
                                                        hardware.breakEven(hour, rates))));
            }
        }
        rented.sort(
                Comparator.comparing((Rented one) -> one.even().isEmpty())
                        .thenComparing(
                                one ->
                                        one.even()
                                                .map(even -> even.rented().amount())
                                                .orElse(one.hour().amount())));
        return new OwnPrice(
                machine, hardware, duration, rented.stream().limit(SHOWN).toList(), today);
    }

    private static CommandException unknown(Shell shell, String name, WorkspaceSettings settings) {
        List<String> known = settings.hardware().stream().map(OwnMachine::name).toList();
        return CommandException.usage(
                "no machine named " + Redaction.printable(name) + " stands in tagwerk.yaml.",
                known.isEmpty()
                        ? "machines of your own are listed there under `hardware`."
                        : "there: " + String.join(", ", known) + ".",
                shell.command() + " price own/" + (known.isEmpty() ? "NAME" : known.getFirst()));
    }

    private static boolean isSame(Offer offer, OwnMachine machine, List<Gpu> gpus) {
        return offer.plan() == Plan.ON_DEMAND
                && offer.priced()
                && offer.machine().gpu().filter(gpus::contains).isPresent()
                && offer.machine().gpuMemoryGib().isEmpty()
                && machine.gpus() % offer.machine().gpuCount() == 0;
    }

    Money total() {
        return hardware.hour()
                .times(BigDecimal.valueOf(duration.toSeconds()))
                .times(BigDecimal.ONE.divide(BigDecimal.valueOf(3600), 24, RoundingMode.HALF_EVEN));
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(PREFIX + machine.name());
        lines.add(
                "%s; your own; %s; it works %s of %s hours a month"
                        .formatted(
                                machine.gpu()
                                        .map(gpu -> machine.gpus() + " x " + gpu)
                                        .orElse("no GPU"),
                                Durations.of(duration.toSeconds()),
                                GrantLedger.amount(hardware.usedHours()),
                                GrantLedger.amount(OwnHardware.HOURS_A_MONTH)));
        lines.add("");
        for (OwnHardware.Part part : hardware.parts()) {
            lines.add(
                    "%-40s %s"
                            .formatted(
                                    part.what(),
                                    part.hour()
                                            .map(hour -> hour.shown(4) + " an hour")
                                            .orElse("not said, not counted")));
        }
        lines.add("");
        lines.add("an hour in which it works: " + hardware.hour().shown(4));
        lines.add("for " + Durations.of(duration.toSeconds()) + ": " + total().shown(2));
        lines.add("");
        if (rented.isEmpty()) {
            lines.add(
                    "no price of the same cards to rent is known within what tagwerk.yaml asks for");
        } else {
            lines.add(
                    "against the same cards rented on demand, where tagwerk.yaml allows it, before"
                            + " taxes and grants:");
            rented.forEach(one -> lines.add("  " + line(one)));
        }
        if (!hardware.unknown().isEmpty()) {
            lines.add(
                    "the real cost is higher: of "
                            + String.join(", ", hardware.unknown())
                            + " tagwerk.yaml says nothing (0 EUR says that nothing is paid)");
        }
        lines.add(
                "figures of tagwerk.yaml; no interest, no resale value, every hour used counts alike");
        return lines;
    }

    private String line(Rented one) {
        List<String> marks = PriceJson.marks(one.offer(), today);
        return "%-52s %12s  %s%s"
                .formatted(
                        one.name(),
                        one.hour().shown(2),
                        one.even()
                                .map(OwnPrice::words)
                                .orElse(
                                        "not compared: no rate is known, --rate EUR/USD=0.86 gives one"),
                        marks.isEmpty() ? "" : "  (" + String.join(", ", marks) + ")");
    }

    /** From how many hours on; a part of an hour counts as one. */
    private static String words(BreakEven even) {
        if (even.hours().isEmpty()) {
            return "never cheaper: its electricity costs as much";
        }
        String hours = even.hours().get().setScale(0, RoundingMode.CEILING).toPlainString();
        return even.reachable()
                ? "break-even " + hours + " h a month"
                : "never cheaper: it would take " + hours + " h a month";
    }

    ObjectNode json() {
        ObjectNode node =
                Json.object()
                        .put("offer", PREFIX + machine.name())
                        .put("gpu", machine.gpu().orElse(""))
                        .put("gpu_count", machine.gpus())
                        .put("duration_seconds", duration.toSeconds());
        node.put("hours_used_a_month", PriceJson.plain(hardware.usedHours()));
        amount(node, "per_hour", hardware.hour());
        amount(node, "list", total());
        ArrayNode parts = node.putArray("parts");
        for (OwnHardware.Part part : hardware.parts()) {
            ObjectNode one = parts.addObject().put("what", part.what());
            part.hour()
                    .ifPresentOrElse(
                            hour -> amount(one, "per_hour", hour), () -> one.putNull("per_hour"));
        }
        hardware.unknown().forEach(node.putArray("not_counted")::add);
        ArrayNode against = node.putArray("compared");
        for (Rented one : rented) {
            ObjectNode other =
                    against.addObject().put("offer", one.offer().id()).put("count", one.count());
            amount(other, "per_hour", one.hour());
            one.even()
                    .flatMap(BreakEven::hours)
                    .ifPresentOrElse(
                            hours -> other.put("break_even_hours_a_month", PriceJson.plain(hours)),
                            () -> other.putNull("break_even_hours_a_month"));
            one.even().ifPresent(even -> other.put("reachable", even.reachable()));
            PriceJson.marks(other, PriceJson.marks(one.offer(), today));
        }
        return node;
    }

    private static void amount(ObjectNode node, String key, Money money) {
        node.putObject(key)
                .put("amount", PriceJson.plain(money.amount()))
                .put("currency", money.currency().getCurrencyCode());
    }
}
