package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.ledger.GrantGauge;
import dev.tagwerk.market.Grant;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The gauge of a month's grants, for people and for programs. */
final class GrantText {
    private static final String ROW = "%-36s %14s  %14s  %14s  %14s";

    private GrantText() {}

    static List<String> lines(
            Shell shell, String subscription, YearMonth month, List<GrantGauge> gauges) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "subscription %s, %s (UTC); renews on %s"
                        .formatted(subscription, month, month.plusMonths(1).atDay(1)));
        lines.add("");
        lines.add(ROW.formatted("GRANT", "ALLOWANCE", "OTHERS", "RUNS", "LEFT"));
        for (GrantGauge gauge : gauges) {
            lines.add(
                    ROW.formatted(
                            gauge.grant().service() + ", " + gauge.grant().unit() + "s",
                            GrantLedger.amount(gauge.grant().amount()),
                            gauge.others()
                                    .map(others -> GrantLedger.amount(others.amount()))
                                    .orElse("not said"),
                            GrantLedger.amount(sum(gauge)),
                            GrantLedger.amount(gauge.left())));
        }
        runs(lines, gauges);
        lines.add("");
        others(lines, shell, month, gauges);
        Set<String> sources = new LinkedHashSet<>();
        gauges.forEach(gauge -> sources.add(source(gauge.grant())));
        sources.forEach(source -> lines.add("allowance: " + source));
        List<String> uncounted =
                Grant.all().stream()
                        .filter(one -> one.amount().signum() > 0 && one.unit().seconds() == 0)
                        .map(
                                one ->
                                        GrantLedger.amount(one.amount())
                                                + " x "
                                                + one.unit()
                                                + " of "
                                                + one.service())
                        .toList();
        lines.add("not counted here: " + String.join(", ", uncounted));
        return lines;
    }

    private static BigDecimal sum(GrantGauge gauge) {
        return gauge.runs().values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static void runs(List<String> lines, List<GrantGauge> gauges) {
        Set<String> names = new TreeSet<>();
        gauges.forEach(gauge -> names.addAll(gauge.runs().keySet()));
        if (names.isEmpty()) {
            return;
        }
        lines.add("");
        for (String name : names) {
            List<String> given = new ArrayList<>();
            for (GrantGauge gauge : gauges) {
                BigDecimal amount = gauge.runs().getOrDefault(name, BigDecimal.ZERO);
                if (amount.signum() > 0) {
                    given.add(GrantLedger.amount(amount) + " " + gauge.grant().unit() + "s");
                }
            }
            lines.add("run " + name + ": " + String.join(", ", given));
        }
    }

    private static void others(
            List<String> lines, Shell shell, YearMonth month, List<GrantGauge> gauges) {
        Set<String> said = new LinkedHashSet<>();
        for (GrantGauge gauge : gauges) {
            gauge.others()
                    .ifPresent(
                            others ->
                                    said.add(
                                            "others: said on "
                                                    + others.day()
                                                    + " ("
                                                    + others.source()
                                                    + ")"));
            if (gauge.overdrawn().signum() > 0) {
                said.add(
                        "%s %ss had been given to runs before others were said to have used them: they are paid for"
                                .formatted(
                                        GrantLedger.amount(gauge.overdrawn()),
                                        gauge.grant().unit()));
            }
        }
        lines.addAll(said);
        if (gauges.stream().anyMatch(gauge -> gauge.others().isEmpty())) {
            lines.add(
                    "what others of the subscription use is not known here and counts as nothing:"
                            + " `"
                            + shell.command()
                            + " cost grant --month "
                            + month
                            + " --used vcpu-seconds=90000,gib-seconds=0` keeps it");
        }
    }

    private static String source(Grant grant) {
        return grant.provenance()
                + ", "
                + grant.provenance().confidence()
                + grant.note().map(note -> "; " + note).orElse("");
    }

    static ObjectNode json(String subscription, YearMonth month, List<GrantGauge> gauges) {
        LocalDate renews = month.plusMonths(1).atDay(1);
        ObjectNode node =
                Json.object()
                        .put("subscription", subscription)
                        .put("month", month.toString())
                        .put("renews", renews.atStartOfDay(ZoneOffset.UTC).toInstant().toString());
        ArrayNode grants = node.putArray("grants");
        for (GrantGauge gauge : gauges) {
            ObjectNode one =
                    grants.addObject()
                            .put("service", gauge.grant().service())
                            .put("unit", gauge.grant().unit().toString())
                            .put("allowance", PriceJson.plain(gauge.grant().amount()));
            gauge.others()
                    .ifPresentOrElse(
                            others ->
                                    one.putObject("used_by_others")
                                            .put("amount", PriceJson.plain(others.amount()))
                                            .put("at", others.at().toString())
                                            .put("source", others.source()),
                            () -> one.putNull("used_by_others"));
            ObjectNode runs = one.putObject("runs");
            new TreeMap<>(gauge.runs())
                    .forEach((run, amount) -> runs.put(run, PriceJson.plain(amount)));
            one.put("left", PriceJson.plain(gauge.left()))
                    .put("overdrawn", PriceJson.plain(gauge.overdrawn()))
                    .put("source", gauge.grant().provenance().source())
                    .put("date", gauge.grant().provenance().date())
                    .put("confidence", gauge.grant().provenance().confidence().toString());
        }
        return node;
    }
}
