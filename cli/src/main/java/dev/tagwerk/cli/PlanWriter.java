package dev.tagwerk.cli;

import dev.tagwerk.ledger.Money;
import dev.tagwerk.quote.Cap;
import dev.tagwerk.quote.Level;
import dev.tagwerk.quote.Quote;
import dev.tagwerk.spec.WorkspaceSettings;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes a quoted job up for people who will not read a terminal. */
record PlanWriter(Shell shell, QuoteAnswer answer, WorkspaceSettings settings) {

    PlanSheet sheet() {
        List<PlanSheet.Section> sections = new ArrayList<>();
        sections.add(new PlanJob(shell, answer, settings).section());
        sections.add(new PlanPlaces(answer, settings).section());
        PlanCosts costs = new PlanCosts(answer);
        answer.chosen().ifPresent(quote -> sections.add(costs.section(quote)));
        answer.chosen().ifPresent(quote -> sections.add(costs.most(quote)));
        PlanChoice choice = new PlanChoice(answer);
        choice.compared().ifPresent(sections::add);
        choice.refused().ifPresent(sections::add);
        PlanSources sources = new PlanSources(answer, settings);
        answer.chosen().ifPresent(quote -> sections.add(sources.assumed(quote)));
        answer.chosen().ifPresent(quote -> sections.add(sources.prices(quote)));
        sections.add(not());
        return new PlanSheet("Plan: " + answer.job().name(), summary(), sections);
    }

    private List<String> summary() {
        List<String> summary = new ArrayList<>();
        Optional<Quote> chosen = answer.chosen();
        if (chosen.isEmpty()) {
            summary.add(
                    answer.job().name()
                            + (answer.quotes().admissible().isEmpty()
                                    ? ": no offer is admissible; below is why."
                                    : answer.asked()
                                            .map(
                                                    offer ->
                                                            ": "
                                                                    + offer.id()
                                                                    + " is refused; below is why.")
                                            .orElse(
                                                    ": not a quote: nothing measured backs the"
                                                            + " duration, so that no total is known. A"
                                                            + " few steps on this machine do (max_steps:"
                                                            + " 5); then plan again.")));
        } else {
            summary.add(sentence(chosen.get()));
            summary.add(cap(chosen.get()));
        }
        summary.add(
                "As of "
                        + answer.today()
                        + ". Nothing is rented and nothing was sent anywhere to write this.");
        return summary;
    }

    private String sentence(Quote quote) {
        String where =
                answer.job().name()
                        + " ("
                        + answer.job().kind().name().toLowerCase(java.util.Locale.ROOT)
                        + ") would run on "
                        + quote.offer().id()
                        + ", "
                        + PlanPlaces.machine(quote.offer())
                        + ", in "
                        + quote.offer().region().displayName()
                        + ", "
                        + PlanPlaces.country(quote.offer().region())
                        + ". ";
        if (quote.phases().isEmpty()) {
            return where
                    + "This is not a quote: nothing measured backs the duration. An hour costs "
                    + quote.hour().map(hour -> answer.into(hour).shown(4)).orElse("unknown")
                    + ".";
        }
        return where
                + "In five of ten cases it takes no more than "
                + Durations.of(quote.seconds(Level.P50))
                + " and costs no more than "
                + total(quote, Level.P50)
                + "; in nine of ten no more than "
                + Durations.of(quote.seconds(Level.P90))
                + " and "
                + total(quote, Level.P90)
                + ". Taxes are not in it"
                + (quote.unknown().isEmpty()
                        ? "."
                        : ", nor is " + String.join(", ", quote.unknown()) + ": unknown.");
    }

    private String total(Quote quote, Level level) {
        return quote.total(level)
                .map(answer::into)
                .map(money -> money.shown(QuoteText.digits(money)))
                .orElse("an amount that is unknown");
    }

    /** Never less than what it is. */
    static String up(Money money) {
        return money.amount()
                        .setScale(QuoteText.digits(money), RoundingMode.CEILING)
                        .toPlainString()
                + " "
                + money.currency();
    }

    private String cap(Quote quote) {
        Optional<BudgetCap> budget = answer.cap();
        if (budget.isEmpty()) {
            return "No cap: no budget was given, so that nothing but the job's own end stops the"
                    + " bill.";
        }
        if (budget.get().refusal().isPresent()) {
            return "No cap holds: " + budget.get().refusal().get() + ".";
        }
        Optional<Cap> worst =
                budget.get().caps().stream()
                        .filter(cap -> Cap.endsTheMachine(cap.enforcer()))
                        .max(java.util.Comparator.comparing(cap -> cap.worst().amount()));
        if (worst.isEmpty()) {
            return "No cap holds: what is below ends the job, not the machine that is paid for.";
        }
        return "Cap: with the stop fields below, compute costs at most "
                + up(answer.into(worst.get().worst()))
                + " of a budget of "
                + budget.get().budget()
                + ", even if this program never wakes up again; what stays afterwards costs "
                + quote.staying().map(answer::into).map(PlanWriter::up).orElse("unknown")
                + " a month.";
    }

    private static PlanSheet.Section not() {
        return new PlanSheet.Draft("What this page is not")
                .words(
                        "It is no legal advice: it says where bytes would lie and under which laws"
                                + " providers are known to be, not whether your processing is lawful."
                                + " Contracts, transfer assessments and records of processing are"
                                + " yours.")
                .words(
                        "It is no offer of a provider and no reservation: prices change, machines"
                                + " may be sold out, quotas may be too small. Amounts are without"
                                + " taxes and without discounts of your contract.")
                .words(
                        "It is no promise: a range is what the evidence named above allows to be"
                                + " said. P90 is not a bound; only a cap that the provider enforces is."
                                + " Certificates that are unknown here may exist.")
                .section();
    }
}
