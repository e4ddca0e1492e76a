package dev.tagwerk.quote;

import dev.tagwerk.ledger.Money;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Placement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Quotes of one job on all offers.
 *
 * @param admissible the cheapest first, unknown totals last
 * @param refused with all reasons
 */
public record Quotes(List<Quote> admissible, List<Refused> refused) {
    /** An offer that may not be taken, or would not do. */
    public record Refused(Offer offer, List<String> reasons) {
        public Refused {
            reasons = List.copyOf(reasons);
        }
    }

    /** What stands out. */
    public enum Mark {
        CHEAPEST("cheapest"),
        FASTEST("fastest"),
        CHEAPEST_IN_EU("cheapest in the EU");

        private final String words;

        Mark(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    public Quotes {
        admissible = List.copyOf(admissible);
        refused = List.copyOf(refused);
    }

    /**
     * @param placement where the job may be
     * @param elsewhere why the other places where its bytes would lie are not admissible
     * @param comparable makes amounts of several currencies comparable where a rate knows how
     */
    public static Quotes of(
            Quoter quoter,
            List<Offer> offers,
            Placement placement,
            List<String> elsewhere,
            UnaryOperator<Money> comparable) {
        List<Refused> looked =
                offers.parallelStream()
                        .map(
                                offer -> {
                                    List<String> reasons =
                                            new ArrayList<>(placement.refusals(offer));
                                    reasons.addAll(elsewhere);
                                    reasons.addAll(quoter.refusals(offer));
                                    return new Refused(offer, reasons);
                                })
                        .toList();
        List<Quote> admissible =
                looked.parallelStream()
                        .filter(one -> one.reasons().isEmpty())
                        .map(one -> quoter.quote(one.offer()))
                        .toList();
        return new Quotes(
                Ranked.sorted(admissible, comparable),
                looked.stream().filter(one -> !one.reasons().isEmpty()).toList());
    }

    /** Whether anything backs a duration. */
    public boolean backed() {
        return admissible.stream().anyMatch(quote -> quote.evidence() != Evidence.NONE);
    }

    /** What stands out, by offer; a tie goes to the first. */
    public Map<String, Set<Mark>> marks(UnaryOperator<Money> comparable) {
        Map<String, Set<Mark>> marks = new LinkedHashMap<>();
        List<Quote> known =
                admissible.stream()
                        .filter(quote -> !quote.phases().isEmpty())
                        .filter(quote -> quote.total(Level.P50).isPresent())
                        .toList();
        if (currencies(known, comparable) == 1) {
            mark(marks, known.stream().findFirst(), Mark.CHEAPEST);
            mark(
                    marks,
                    known.stream()
                            .filter(
                                    quote ->
                                            quote.offer().region().jurisdiction()
                                                    == dev.tagwerk.market.Jurisdiction.EU)
                            .findFirst(),
                    Mark.CHEAPEST_IN_EU);
        }
        mark(
                marks,
                admissible.stream()
                        .filter(quote -> !quote.phases().isEmpty())
                        .min(Comparator.comparingDouble(quote -> quote.seconds(Level.P50))),
                Mark.FASTEST);
        return marks;
    }

    private static void mark(Map<String, Set<Mark>> marks, Optional<Quote> quote, Mark mark) {
        quote.ifPresent(
                one ->
                        marks.computeIfAbsent(one.offer().id(), none -> EnumSet.noneOf(Mark.class))
                                .add(mark));
    }

    private static long currencies(List<Quote> quotes, UnaryOperator<Money> comparable) {
        return quotes.stream()
                .flatMap(quote -> Stream.ofNullable(quote.total(Level.P50).orElse(null)))
                .map(comparable)
                .map(Money::currency)
                .distinct()
                .count();
    }
}
