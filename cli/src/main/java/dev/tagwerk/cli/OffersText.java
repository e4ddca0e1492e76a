package dev.tagwerk.cli;

import dev.tagwerk.ledger.ExchangeRate;
import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Offer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Offers for people. */
record OffersText(
        RankedOffers ranked, Optional<ExchangeRate> rate, LocalDate today, String command) {
    private static final String ROW = "  %12s %12s  %-18s %5s %6s  %-2s  %s";

    List<String> lines(boolean all) {
        List<String> lines = new ArrayList<>();
        if (ranked.admissible().isEmpty()) {
            lines.add("no offer is admissible");
        } else {
            table(lines, ranked.admissible());
            notes(lines);
        }
        if (!ranked.refused().isEmpty()) {
            lines.add("");
            lines.add("refused:");
            refused(lines, all);
        }
        return lines;
    }

    private void table(List<String> lines, List<RankedOffers.Ranked> offers) {
        int longest = offers.stream().mapToInt(one -> one.offer().id().length()).max().orElse(5);
        String row = "%-" + longest + "s" + ROW;
        lines.add(
                row.formatted("OFFER", "AN HOUR", "", "GPU", "VCPU", "GIB", "IN", "PRICE IS")
                        .stripTrailing());
        for (RankedOffers.Ranked one : offers) {
            Offer offer = one.offer();
            lines.add(
                    row.formatted(
                                    offer.id(),
                                    one.hour().map(sum -> sum.shown(4)).orElse("unknown"),
                                    one.hour()
                                            .flatMap(
                                                    sum ->
                                                            rate.map(
                                                                    known ->
                                                                            RankedOffers.into(
                                                                                            sum,
                                                                                            known)
                                                                                    .shown(4)))
                                            .orElse(""),
                                    offer.machine().gpuCount()
                                            + " x "
                                            + offer.machine().gpu().map(Gpu::name).orElse(""),
                                    number(offer.machine().vcpus()),
                                    number(offer.machine().memoryGib()),
                                    offer.region().country(),
                                    String.join(", ", PriceJson.marks(offer, today)))
                            .stripTrailing());
        }
    }

    private static String number(double value) {
        return String.valueOf(Math.round(value));
    }

    private void notes(List<String> lines) {
        rate.ifPresent(known -> lines.add("at " + known));
        if (rate.isEmpty() && ranked.currencies() > 1) {
            lines.add(
                    "prices in different currencies are not compared: --rate EUR/USD=0.86 does"
                            + " (so many euros for one dollar)");
        }
        lines.add("before taxes and free grants; `" + command + " price OFFER` says it by meter");
    }

    private void refused(List<String> lines, boolean all) {
        refused(lines, ranked.refused(), all);
    }

    static void refused(List<String> lines, List<RankedOffers.Refused> refused, boolean all) {
        Map<List<String>, List<String>> byReason = new LinkedHashMap<>();
        for (RankedOffers.Refused one : refused) {
            byReason.computeIfAbsent(one.reasons(), none -> new ArrayList<>())
                    .add(one.offer().id());
        }
        byReason.forEach(
                (reasons, offers) -> {
                    lines.add(
                            "  "
                                    + (all || offers.size() == 1
                                            ? String.join(", ", offers)
                                            : offers.getFirst()
                                                    + " and "
                                                    + (offers.size() - 1)
                                                    + " more there"));
                    reasons.forEach(reason -> lines.add("    " + reason));
                });
    }

    /** What would be admissible with any card, when nothing is with the one that was asked for. */
    List<String> others(RankedOffers any) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        if (any.admissible().isEmpty()) {
            lines.add("no offer with any other card is admissible either");
            return lines;
        }
        lines.add("admissible with other cards:");
        table(lines, any.admissible());
        return lines;
    }
}
