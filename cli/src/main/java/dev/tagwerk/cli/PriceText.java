package dev.tagwerk.cli;

import dev.tagwerk.ledger.ExchangeRate;
import dev.tagwerk.ledger.Line;
import dev.tagwerk.ledger.Money;
import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Limits;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Price;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Prices for people. */
record PriceText(PriceQuestion answer) {
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        Offer offer = answer.offer();
        lines.add(offer.id());
        lines.add(
                "%s; %s, %s (%s); %s, billed %s"
                        .formatted(
                                machine(offer.machine()),
                                offer.region().displayName(),
                                offer.region().country(),
                                offer.region().jurisdiction().meaning(),
                                Durations.of(answer.duration().toSeconds()),
                                offer.billing().words()));
        offer.note().ifPresent(note -> lines.add("note: " + note));
        lines.add("");
        meters(lines);
        lines.add("");
        totals(lines);
        compared(lines);
        lines.add("");
        sources(lines);
        lines.add(
                "not in it: taxes, storage, registry, logs, traffic"
                        + (OfferArgument.isServerless(offer) ? "" : ", disk and public address")
                        + "."
                        + start(offer));
        return lines;
    }

    static String machine(Machine machine) {
        return "%s vCPU, %s GiB, %d x %s"
                .formatted(
                        number(machine.vcpus()),
                        number(machine.memoryGib()),
                        machine.gpuCount(),
                        machine.gpu().map(Gpu::name).orElse("no GPU"));
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private void meters(List<String> lines) {
        String row = "%-18s %22s  %14s  %12s  %12s  %6s  %s";
        lines.add(
                row.formatted(
                                "METER",
                                "QUANTITY",
                                "FREE",
                                "LIST",
                                "AFTER GRANT",
                                "SHARE",
                                "UNIT PRICE")
                        .stripTrailing());
        for (Line line : answer.bill().lines()) {
            Price price = line.metered().price();
            String marks = String.join(", ", price.marks(answer.today()));
            lines.add(
                    row.formatted(
                                    line.metered().meter().words(),
                                    quantity(line.quantity()) + " " + price.unit(),
                                    quantity(line.granted()),
                                    line.list().map(PriceText::fine).orElse("unknown"),
                                    line.afterGrant().map(PriceText::fine).orElse("unknown"),
                                    share(line),
                                    price.amount()
                                                    .map(
                                                            amount ->
                                                                    amount.toPlainString()
                                                                            + " "
                                                                            + price.currency())
                                                    .orElse("")
                                            + (marks.isEmpty() ? "" : " (" + marks + ")"))
                            .stripTrailing());
        }
    }

    private static String quantity(BigDecimal amount) {
        BigDecimal rounded = amount.setScale(2, RoundingMode.HALF_UP).stripTrailingZeros();
        return String.format(Locale.ROOT, "%,." + Math.max(0, rounded.scale()) + "f", rounded);
    }

    private static String fine(Money money) {
        return money.amount().setScale(4, RoundingMode.HALF_UP).toPlainString();
    }

    private String share(Line line) {
        Optional<Money> whole = answer.bill().list();
        if (whole.isEmpty() || line.list().isEmpty()) {
            return "";
        }
        BigDecimal percent = line.list().get().shareOf(whole.get()).movePointRight(2);
        return percent.setScale(2, RoundingMode.HALF_UP).toPlainString() + "%";
    }

    private void totals(List<String> lines) {
        total(lines, "an hour", answer.hour().list(), 4);
        total(lines, "list", answer.bill().list(), 2);
        answer.grant()
                .ifPresent(
                        words ->
                                total(
                                        lines,
                                        "after the month's free grant, if " + words,
                                        answer.bill().afterGrant(),
                                        2));
        answer.waiting()
                .ifPresent(
                        waiting ->
                                lines.add(
                                        "start on "
                                                + waiting.start()
                                                + " (UTC): saves "
                                                + waiting.saves().shown(2)
                                                + converted(waiting.saves(), 2)
                                                + ", with the next month's grant"));
        answer.rate().ifPresent(rate -> lines.add("at " + rate));
    }

    private void total(List<String> lines, String what, Optional<Money> money, int digits) {
        lines.add(
                what
                        + ": "
                        + money.map(amount -> amount.shown(digits) + converted(amount, digits))
                                .orElse("unknown: the price of a meter is not known"));
    }

    private String converted(Money amount, int digits) {
        Optional<ExchangeRate> rate = answer.rate();
        boolean told =
                rate.filter(
                                known ->
                                        known.from().equals(amount.currency())
                                                || known.to().equals(amount.currency()))
                        .isPresent();
        return told ? ", " + rate.get().convert(amount).shown(digits) : "";
    }

    private void compared(List<String> lines) {
        if (answer.compared().isEmpty()) {
            return;
        }
        lines.add("");
        lines.add("the same GPU in the same region, per full hour and for this duration:");
        for (Alternatives.Alternative other : answer.compared()) {
            List<String> marks = PriceJson.marks(other.offer(), answer.today());
            lines.add(
                    "  %-52s %10s  %10s  %s"
                            .formatted(
                                    other.offer().id(),
                                    other.hour().list().map(sum -> sum.shown(2)).orElse("unknown"),
                                    PriceJson.over(other.offer(), answer)
                                            .list()
                                            .map(sum -> sum.shown(2))
                                            .orElse("unknown"),
                                    String.join(", ", marks))
                            .stripTrailing());
        }
        lines.add(
                "  a machine is paid for until it is deleted, idle or not; spot may be taken away");
    }

    private void sources(List<String> lines) {
        Set<String> sources = new LinkedHashSet<>();
        for (Line line : answer.bill().lines()) {
            Price price = line.metered().price();
            sources.add(
                    line.metered().meter().words()
                            + ": "
                            + price.provenance()
                            + price.note().map(note -> "; " + note).orElse(""));
        }
        lines.add("sources of the prices:");
        sources.forEach(source -> lines.add("  " + source));
    }

    private static String start(Offer offer) {
        if (!OfferArgument.isServerless(offer)) {
            return "";
        }
        return " Image pull and start are billed too: "
                + Limits.get("aca.start.gpu-node").whole()
                + " s to a GPU node, "
                + Limits.get("aca.start.container").whole()
                + " s to start were observed, and a pull at "
                + Limits.get("aca.pull.bytes-per-second").whole() / 1_000_000
                + " MB/s ("
                + Limits.get("aca.start.gpu-node").provenance().date()
                + ").";
    }
}
