package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.ledger.Bill;
import dev.tagwerk.ledger.ExchangeRate;
import dev.tagwerk.ledger.GrantAccount;
import dev.tagwerk.ledger.Interval;
import dev.tagwerk.ledger.Line;
import dev.tagwerk.ledger.Money;
import dev.tagwerk.ledger.Pricing;
import dev.tagwerk.ledger.Use;
import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Price;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** Prices for programs. Amounts are numbers, not rounded; an unknown one is null. */
final class PriceJson {
    private PriceJson() {}

    static ObjectNode of(PriceQuestion answer) {
        ObjectNode node = offer(answer.offer());
        node.put("duration_seconds", answer.duration().toSeconds());
        money(node, "per_hour", answer.hour().list(), answer.offer());
        money(node, "list", answer.bill().list(), answer.offer());
        money(node, "after_grant", answer.bill().afterGrant(), answer.offer());
        answer.grant().ifPresent(words -> node.put("grant", words));
        answer.waiting()
                .ifPresent(
                        waiting -> {
                            ObjectNode later =
                                    node.putObject("waiting")
                                            .put("start", waiting.start().toString());
                            money(
                                    later,
                                    "after_grant",
                                    Optional.of(waiting.afterGrant()),
                                    answer.offer());
                            money(later, "saves", Optional.of(waiting.saves()), answer.offer());
                        });
        answer.rate().ifPresent(rate -> converted(node, answer, rate));
        ArrayNode meters = node.putArray("meters");
        answer.bill()
                .lines()
                .forEach(line -> meters.add(meter(line, answer.bill(), answer.today())));
        ArrayNode compared = node.putArray("compared");
        for (Alternatives.Alternative other : answer.compared()) {
            ObjectNode one = compared.addObject().put("offer", other.offer().id());
            money(one, "per_hour", other.hour().list(), other.offer());
            money(one, "list", over(other.offer(), answer).list(), other.offer());
            marks(one, marks(other.offer(), answer.today()));
        }
        return node;
    }

    /** What the time that was asked about costs on another machine. */
    static Bill over(Offer offer, PriceQuestion answer) {
        return Pricing.bill(
                List.of(new Use("the job", offer, Interval.of(Instant.EPOCH, answer.duration()))),
                new GrantAccount(List.of()));
    }

    static ObjectNode offer(Offer offer) {
        Machine machine = offer.machine();
        return Json.object()
                .put("offer", offer.id())
                .put("service", machine.service())
                .put("region", offer.region().name())
                .put("country", offer.region().country())
                .put("jurisdiction", offer.region().jurisdiction().toString())
                .put("machine", machine.name())
                .put("plan", offer.plan().toString())
                .put("billing", offer.billing().words())
                .put("gpu", machine.gpu().map(Gpu::name).orElse(""))
                .put("gpu_count", machine.gpuCount())
                .put("vcpus", machine.vcpus())
                .put("memory_gib", machine.memoryGib());
    }

    /** Marks of all its prices, each once. */
    static List<String> marks(Offer offer, LocalDate today) {
        return offer.meters().stream()
                .flatMap(meter -> meter.price().marks(today).stream())
                .distinct()
                .toList();
    }

    static void money(ObjectNode node, String key, Optional<Money> money, Offer offer) {
        String currency =
                offer.currencies().size() == 1
                        ? offer.currencies().iterator().next().getCurrencyCode()
                        : "";
        ObjectNode value = node.putObject(key);
        if (money.isPresent()) {
            value.put("amount", plain(money.get().amount()));
            value.put("currency", money.get().currency().getCurrencyCode());
        } else {
            value.putNull("amount");
            value.put("currency", currency);
        }
    }

    static void marks(ObjectNode node, List<String> marks) {
        marks.forEach(node.putArray("marks")::add);
    }

    static BigDecimal plain(BigDecimal amount) {
        BigDecimal stripped = amount.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    private static void converted(ObjectNode node, PriceQuestion answer, ExchangeRate rate) {
        ObjectNode converted = node.putObject("converted");
        converted.put("rate", plain(rate.value()));
        converted.put("from", rate.from().getCurrencyCode());
        converted.put("to", rate.to().getCurrencyCode());
        converted.put("date", rate.date().toString());
        converted.put("source", rate.source());
        money(converted, "per_hour", answer.hour().list().map(rate::convert), answer.offer());
        money(converted, "list", answer.bill().list().map(rate::convert), answer.offer());
        money(
                converted,
                "after_grant",
                answer.bill().afterGrant().map(rate::convert),
                answer.offer());
    }

    private static ObjectNode meter(Line line, Bill bill, LocalDate today) {
        Price price = line.metered().price();
        ObjectNode node =
                Json.object()
                        .put("meter", line.metered().meter().toString())
                        .put("provider_meter", line.metered().providerMeter().orElse(""))
                        .put("quantity", plain(line.quantity()))
                        .put("unit", price.unit().toString())
                        .put("granted", plain(line.granted()));
        ObjectNode unit = node.putObject("unit_price");
        price.amount()
                .ifPresentOrElse(
                        amount -> unit.put("amount", plain(amount)), () -> unit.putNull("amount"));
        unit.put("currency", price.currency().getCurrencyCode());
        cost(node, "list", line.list(), price);
        cost(node, "after_grant", line.afterGrant(), price);
        Optional<BigDecimal> share =
                bill.list().flatMap(whole -> line.list().map(part -> part.shareOf(whole)));
        share.ifPresent(part -> node.put("share", part.round(new MathContext(6))));
        node.put("source", price.provenance().source())
                .put("date", price.provenance().date())
                .put("confidence", price.provenance().confidence().toString())
                .put("max_age_days", price.maxAgeDays())
                .put("stale", price.staleOn(today));
        price.note().ifPresent(note -> node.put("note", note));
        marks(node, price.marks(today));
        return node;
    }

    private static void cost(ObjectNode node, String key, Optional<Money> money, Price price) {
        ObjectNode value = node.putObject(key);
        money.ifPresentOrElse(
                known -> value.put("amount", plain(known.amount())), () -> value.putNull("amount"));
        value.put("currency", price.currency().getCurrencyCode());
    }
}
