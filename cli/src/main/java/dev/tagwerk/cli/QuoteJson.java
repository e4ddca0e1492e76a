package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.ledger.Money;
import dev.tagwerk.quote.Cap;
import dev.tagwerk.quote.Level;
import dev.tagwerk.quote.Quote;
import dev.tagwerk.quote.QuoteLine;
import dev.tagwerk.quote.Quotes;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Quotes for programs. Amounts are numbers, not rounded; an unknown one is null. */
final class QuoteJson {
    private QuoteJson() {}

    static ObjectNode of(QuoteAnswer answer) {
        ObjectNode node = Json.object();
        node.put("job", answer.job().name());
        node.put("backed", answer.quotes().backed());
        node.put("runs", answer.runs().measured().size());
        node.put("grant", answer.grant());
        answer.rate().ifPresent(rate -> node.put("rate", rate.toString()));
        answer.numbers()
                .size()
                .ifPresent(
                        size ->
                                node.putObject("size")
                                        .put("steps", size.steps())
                                        .put("examples", size.examples())
                                        .put("tokens", size.tokens())
                                        .put("evaluations", size.evaluations())
                                        .put("trainable", size.trainable())
                                        .put("rows", size.rows())
                                        .put("rows_looked_at", size.looked()));
        Map<String, Set<Quotes.Mark>> marks = answer.quotes().marks(answer::into);
        ArrayNode quotes = node.putArray("quotes");
        for (Quote quote : answer.quotes().admissible()) {
            quotes.add(quote(quote, answer, marks.getOrDefault(quote.offer().id(), Set.of())));
        }
        answer.cap().ifPresent(cap -> node.set("cap", cap(cap, answer)));
        if (answer.chosen().isPresent()) {
            ArrayNode compared = node.putArray("compared");
            new QuoteComparisons(answer).all().forEach(compared::add);
        }
        ArrayNode refused = node.putArray("refused");
        for (Quotes.Refused one : answer.quotes().refused()) {
            ObjectNode offer = refused.addObject().put("offer", one.offer().id());
            one.reasons().forEach(offer.putArray("reasons")::add);
        }
        return node;
    }

    private static ObjectNode quote(Quote quote, QuoteAnswer answer, Set<Quotes.Mark> marks) {
        ObjectNode node = PriceJson.offer(quote.offer());
        quote.precision().ifPresent(one -> node.put("precision", one.toString()));
        node.put("evidence", quote.evidence().key());
        PriceJson.money(node, "per_hour", quote.hour(), quote.offer());
        if (!quote.phases().isEmpty()) {
            range(node, "seconds", quote::seconds);
            ObjectNode phases = node.putObject("phases");
            quote.phases().forEach((phase, seconds) -> range(phases, phase.key(), seconds::at));
            money(node, "total", quote::total);
            money(node, "list", quote::list);
            if (answer.rate().isPresent()) {
                money(node, "total_converted", level -> quote.total(level).map(answer::into));
            }
            quote.unknown().forEach(node.putArray("total_is_without")::add);
            ArrayNode lines = node.putArray("lines");
            for (QuoteLine line : quote.lines()) {
                ObjectNode one = lines.addObject().put("line", line.name());
                money(one, "cost", line.cost()::at);
                one.put("how", line.how());
            }
        }
        ObjectNode staying = node.putObject("staying_a_month");
        amount(staying, quote.staying());
        marks.forEach(mark -> node.withArray("marks").add(mark.toString().replace(' ', '_')));
        PriceJson.marks(quote.offer(), answer.today()).forEach(node.withArray("price_marks")::add);
        quote.notes().forEach(node.withArray("notes")::add);
        return node;
    }

    private static void range(ObjectNode node, String key, Function<Level, Double> value) {
        ObjectNode range = node.putObject(key);
        for (Level level : Level.values()) {
            range.put(name(level), Math.round(value.apply(level) * 1000) / 1e3);
        }
    }

    private static void money(ObjectNode node, String key, Function<Level, Optional<Money>> value) {
        ObjectNode range = node.putObject(key);
        for (Level level : Level.values()) {
            amount(range.putObject(name(level)), value.apply(level));
        }
    }

    private static void amount(ObjectNode node, Optional<Money> money) {
        money.ifPresentOrElse(
                sum ->
                        node.put("amount", sum.amount())
                                .put("currency", sum.currency().getCurrencyCode()),
                () -> node.putNull("amount"));
    }

    private static String name(Level level) {
        return level.name().toLowerCase(java.util.Locale.ROOT);
    }

    private static ObjectNode cap(BudgetCap cap, QuoteAnswer answer) {
        ObjectNode node = Json.object().put("budget", cap.budget().toString());
        cap.refusal().ifPresent(why -> node.put("refused", why));
        ArrayNode caps = node.putArray("caps");
        for (Cap one : cap.caps()) {
            ObjectNode each = caps.addObject().put("enforcer", one.enforcer());
            one.fields().forEach(each.putObject("fields")::put);
            each.put("timeout_seconds", one.timeout());
            amount(each.putObject("worst"), Optional.of(one.worst()));
            amount(each.putObject("worst_converted"), Optional.of(answer.into(one.worst())));
            one.counted().forEach(each.putArray("counted")::add);
        }
        return node;
    }
}
