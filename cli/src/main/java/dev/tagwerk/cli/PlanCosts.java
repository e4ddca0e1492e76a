package dev.tagwerk.cli;

import dev.tagwerk.ledger.Money;
import dev.tagwerk.quote.Cap;
import dev.tagwerk.quote.Level;
import dev.tagwerk.quote.Phase;
import dev.tagwerk.quote.Quote;
import dev.tagwerk.quote.QuoteLine;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What a plan says of money: line by line, and at most. */
record PlanCosts(QuoteAnswer answer) {

    PlanSheet.Section section(Quote quote) {
        PlanSheet.Draft draft = new PlanSheet.Draft("What it costs, line by line");
        if (quote.phases().isEmpty()) {
            return draft.words(
                            "Not a quote: nothing measured backs the duration. An hour costs "
                                    + quote.hour().map(hour -> hour.shown(4)).orElse("unknown")
                                    + ".")
                    .section();
        }
        String currency =
                quote.hour().map(hour -> hour.currency().getCurrencyCode()).orElse("price unknown");
        List<PlanSheet.Cost> rows = new ArrayList<>();
        for (QuoteLine line : quote.lines()) {
            Optional<Phase> phase =
                    quote.phases().keySet().stream()
                            .filter(one -> one.words().equals(line.name()))
                            .findFirst();
            rows.add(
                    row(
                            line.name(),
                            line.how(),
                            level ->
                                    phase.map(one -> Durations.of(quote.seconds(one, level)))
                                            .orElse(""),
                            line.cost()::at));
        }
        rows.add(
                row(
                        "total",
                        quote.unknown().isEmpty()
                                ? ""
                                : "without " + String.join(", ", quote.unknown()),
                        level -> Durations.of(quote.seconds(level)),
                        quote::total));
        draft.add(
                new PlanSheet.Costs(
                        List.of(currency, "time P50", "time P90", "P10", "P50", "P90"), rows));
        draft.words(
                "P10, P50, P90: in one, five, nine of ten cases it is no more. The bars go from P10"
                        + " to P90, all in one scale, with a stroke at P50. All lines are taken at"
                        + " their P10, P50 and P90 together, as if everything were slow at once.");
        if (quote.lines().stream().anyMatch(line -> line.name().equals(Quote.GRANT))) {
            draft.words(
                    "Before the free grant: "
                            + quote.list(Level.P50).map(PlanCosts::exact).orElse("unknown")
                            + " (P50); of the grant "
                            + answer.grant()
                            + ".");
        }
        quote.total(Level.P50)
                .filter(total -> !answer.into(total).currency().equals(total.currency()))
                .ifPresent(
                        total ->
                                draft.words(
                                        "The total in "
                                                + answer.into(total).currency()
                                                + ": P50 "
                                                + exact(answer.into(total))
                                                + ", P90 "
                                                + quote.total(Level.P90)
                                                        .map(answer::into)
                                                        .map(PlanCosts::exact)
                                                        .orElse("unknown")
                                                + ", at "
                                                + answer.rate()
                                                        .map(Object::toString)
                                                        .orElse("no rate")
                                                + "."));
        quote.notes().forEach(note -> draft.words("Note: " + note + "."));
        return draft.section();
    }

    private static PlanSheet.Cost row(
            String name,
            String how,
            Function<Level, String> time,
            Function<Level, Optional<Money>> cost) {
        List<String> cells = new ArrayList<>(List.of(time.apply(Level.P50), time.apply(Level.P90)));
        List<BigDecimal> range = new ArrayList<>();
        for (Level level : Level.values()) {
            Optional<Money> money = cost.apply(level);
            cells.add(money.map(PlanCosts::plain).orElse("unknown"));
            money.map(Money::amount).ifPresent(range::add);
        }
        return new PlanSheet.Cost(
                name,
                how,
                cells,
                range.size() == Level.values().length ? Optional.of(range) : Optional.empty());
    }

    private static String exact(Money money) {
        return money.shown(4);
    }

    private static String plain(Money money) {
        String text = money.shown(4);
        return text.substring(0, text.indexOf(' '));
    }

    /** What the bill can be at most, and what ends it. */
    PlanSheet.Section most(Quote quote) {
        PlanSheet.Draft draft = new PlanSheet.Draft("What it costs at most");
        Optional<BudgetCap> budget = answer.cap();
        if (budget.isEmpty()) {
            draft.words(
                    "Nothing caps it: there is no budget. budget: 15 EUR in the job, or --budget"
                            + " '15 EUR', becomes the provider's own stop fields.");
        } else if (budget.get().refusal().isPresent()) {
            draft.words("Refused: " + budget.get().refusal().get() + ".");
        } else {
            budget.get().caps().forEach(cap -> cap(draft, budget.get(), cap));
        }
        draft.words(
                "What stays afterwards until somebody deletes it (model, data, checkpoints,"
                        + " output): "
                        + quote.staying()
                                .map(money -> PlanWriter.up(money) + " a month")
                                .orElse("unknown")
                        + ".");
        return draft.section();
    }

    private void cap(PlanSheet.Draft draft, BudgetCap budget, Cap cap) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("budget", budget.budget().toString());
        facts.put(
                "enforced by",
                switch (cap.enforcer()) {
                    case "kubernetes", "slurm" ->
                            cap.enforcer() + ", with such a machine as a node rented by the hour";
                    default -> cap.enforcer();
                });
        cap.fields().forEach((name, value) -> facts.put(name, value.isEmpty() ? "set" : value));
        facts.put(
                Cap.endsTheMachine(cap.enforcer()) ? "worst case" : "the job's own time",
                PlanWriter.up(answer.into(cap.worst()))
                        + ", list price"
                        + (Cap.endsTheMachine(cap.enforcer())
                                ? ""
                                : "; the node costs on until somebody deletes it"));
        facts.put("counted in it", String.join(", ", cap.counted()));
        draft.add(new PlanSheet.Facts(facts));
    }
}
