package dev.tagwerk.cli;

import dev.tagwerk.ledger.Money;
import dev.tagwerk.market.Offer;
import dev.tagwerk.quote.Level;
import dev.tagwerk.quote.Quote;
import dev.tagwerk.quote.Quotes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What else there was: offers that were compared, and those that were refused. */
record PlanChoice(QuoteAnswer answer) {
    /** Names that a group of refused offers shows. */
    private static final int SHOWN = 6;

    Optional<PlanSheet.Section> compared() {
        List<Quote> quotes = answer.quotes().admissible();
        if (quotes.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Set<Quotes.Mark>> marks = answer.quotes().marks(answer::into);
        PlanSheet.Draft draft = new PlanSheet.Draft("What was compared");
        List<List<String>> rows = new ArrayList<>();
        List<Quote> shown = QuoteText.shown(quotes, marks.keySet());
        for (Quote quote : shown) {
            rows.add(row(quote, marks.getOrDefault(quote.offer().id(), Set.of())));
        }
        draft.add(
                new PlanSheet.Table(
                        List.of("offer", "country", "P50", "P90", "takes", "remarks"), rows));
        draft.words(
                shown.size()
                        + " of "
                        + quotes.size()
                        + " admissible offers: of each machine the cheapest region, and what"
                        + " stands out.");
        if (answer.chosen().isPresent()) {
            Map<String, String> facts = new LinkedHashMap<>();
            for (String one : new QuoteComparisons(answer).all()) {
                String[] parts = one.split(": ", 2);
                facts.put(parts[0], parts[parts.length - 1]);
            }
            draft.add(new PlanSheet.Facts(facts));
        }
        return Optional.of(draft.section());
    }

    private List<String> row(Quote quote, Set<Quotes.Mark> marks) {
        Offer offer = quote.offer();
        List<String> words = new ArrayList<>();
        if (answer.chosen().filter(one -> one.offer().id().equals(offer.id())).isPresent()) {
            words.add("this plan");
        }
        marks.forEach(mark -> words.add(mark.toString()));
        words.addAll(PriceJson.marks(offer, answer.today()));
        boolean quoted = !quote.phases().isEmpty();
        return List.of(
                offer.id(),
                offer.region().country(),
                quoted ? amount(quote.total(Level.P50)) : hour(quote),
                quoted ? amount(quote.total(Level.P90)) : "",
                quoted ? Durations.of(quote.seconds(Level.P50)) : "",
                String.join(", ", words));
    }

    private String hour(Quote quote) {
        return quote.hour()
                .map(answer::into)
                .map(hour -> hour.shown(4) + " an hour")
                .orElse("unknown");
    }

    private String amount(Optional<Money> money) {
        return money.map(answer::into)
                .map(sum -> sum.shown(QuoteText.digits(sum)))
                .orElse("unknown");
    }

    /** Offers that are refused for the same reasons stand together. */
    Optional<PlanSheet.Section> refused() {
        List<Quotes.Refused> refused = answer.quotes().refused();
        if (refused.isEmpty()) {
            return Optional.empty();
        }
        Map<String, List<Offer>> groups = new LinkedHashMap<>();
        for (Quotes.Refused one : refused) {
            String start = one.offer().region().name() + " is in ";
            List<String> reasons = new ArrayList<>();
            for (String reason : one.reasons()) {
                reasons.add(
                        reason.startsWith(start)
                                ? "the region is in " + reason.substring(start.length())
                                : reason);
            }
            groups.computeIfAbsent(String.join(";\n", reasons), none -> new ArrayList<>())
                    .add(one.offer());
        }
        List<List<String>> rows = new ArrayList<>();
        groups.forEach(
                (reasons, offers) ->
                        rows.add(List.of(count(offers.size()), names(offers), reasons)));
        return Optional.of(
                new PlanSheet.Draft("What was refused, and why")
                        .words(count(refused.size()) + ", with all reasons of each.")
                        .add(new PlanSheet.Table(List.of("how many", "which", "why"), rows))
                        .section());
    }

    private static String names(List<Offer> offers) {
        Set<String> machines = new LinkedHashSet<>();
        Set<String> regions = new LinkedHashSet<>();
        for (Offer offer : offers) {
            machines.add(
                    offer.machine().service()
                            + " "
                            + offer.machine().name()
                            + (offer.id().endsWith("/spot") ? " spot" : ""));
            regions.add(offer.region().name());
        }
        return some(machines) + "\nin " + some(regions);
    }

    private static String count(int offers) {
        return offers == 1 ? "1 offer" : offers + " offers";
    }

    private static String some(Set<String> names) {
        String first = String.join(", ", names.stream().limit(SHOWN).toList());
        return names.size() > SHOWN ? first + " and " + (names.size() - SHOWN) + " more" : first;
    }
}
