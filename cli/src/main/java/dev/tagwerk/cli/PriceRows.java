package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.market.Price;
import dev.tagwerk.market.PriceBook;
import dev.tagwerk.market.StorageTariff;
import dev.tagwerk.market.Tariff;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** Every price that is known, row by row: of compute, of storage, of what moves. */
record PriceRows(List<Row> rows, LocalDate today) {
    /** One price: of what, in words, and how long data are billed at least. */
    record Row(
            String service,
            Optional<String> region,
            String what,
            OptionalInt minimumDays,
            Price price) {}

    static PriceRows of(PriceBook book, LocalDate today) {
        List<Row> rows = new ArrayList<>();
        for (Tariff tariff : book.all()) {
            rows.add(
                    new Row(
                            tariff.service(),
                            tariff.region(),
                            tariff.machine().map(name -> name + ", ").orElse("")
                                    + tariff.meter().words()
                                    + ", "
                                    + tariff.plan(),
                            OptionalInt.empty(),
                            tariff.price()));
        }
        for (StorageTariff tariff : StorageTariff.all()) {
            rows.add(
                    new Row(
                            tariff.service(),
                            tariff.region(),
                            tariff.tier()
                                    + tariff.redundancy().map(name -> " " + name).orElse("")
                                    + ", "
                                    + tariff.meter(),
                            tariff.minimumDays(),
                            tariff.price()));
        }
        return new PriceRows(rows, today);
    }

    List<String> services() {
        return rows.stream().map(Row::service).distinct().toList();
    }

    /** Those of a service, of a region, or of both; a price for every region is of each. */
    PriceRows only(Optional<String> service, Optional<String> region) {
        return new PriceRows(
                rows.stream()
                        .filter(row -> service.map(row.service()::equalsIgnoreCase).orElse(true))
                        .filter(
                                row ->
                                        region.isEmpty()
                                                || row.region().isEmpty()
                                                || row.region()
                                                        .get()
                                                        .equalsIgnoreCase(region.get()))
                        .toList(),
                today);
    }

    List<String> lines() {
        String line = "%-24s  %-16s  %-46s  %24s  %-22s  %s";
        List<String> lines = new ArrayList<>();
        lines.add(line.formatted("SERVICE", "REGION", "OF", "PRICE", "PRICE IS", "DATE, SOURCE"));
        for (Row row : rows) {
            Price price = row.price();
            String days =
                    row.minimumDays().orElse(0) > 0
                            ? "; billed for at least " + row.minimumDays().getAsInt() + " days"
                            : "";
            lines.add(
                    line.formatted(
                            row.service(),
                            row.region().orElse("-"),
                            row.what(),
                            price.amount().map(amount -> shown(amount, price)).orElse("unknown"),
                            String.join(", ", price.marks(today)),
                            price.provenance().date()
                                    + ", "
                                    + price.provenance().source()
                                    + price.note().map(note -> "; " + note).orElse("")
                                    + days));
        }
        lines.add(String.format(Locale.ROOT, "%d prices", rows.size()));
        return lines;
    }

    private static String shown(BigDecimal amount, Price price) {
        return amount.toPlainString() + " " + price.currency() + "/" + price.unit();
    }

    ArrayNode json() {
        ArrayNode all = Json.array();
        for (Row row : rows) {
            Price price = row.price();
            ObjectNode node = all.addObject().put("service", row.service());
            row.region().ifPresent(region -> node.put("region", region));
            node.put("of", row.what());
            ObjectNode amount = node.putObject("price");
            price.amount()
                    .ifPresentOrElse(
                            known -> amount.put("amount", known), () -> amount.putNull("amount"));
            amount.put("currency", price.currency().getCurrencyCode());
            node.put("unit", price.unit().toString());
            row.minimumDays().ifPresent(days -> node.put("minimum_days", days));
            price.note().ifPresent(note -> node.put("note", note));
            node.put("source", price.provenance().source())
                    .put("date", price.provenance().date())
                    .put("confidence", price.provenance().confidence().toString())
                    .put("max_age_days", price.maxAgeDays())
                    .put("stale", price.staleOn(today));
        }
        return all;
    }
}
