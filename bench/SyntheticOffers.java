import dev.tagwerk.ledger.GrantAccount;
import dev.tagwerk.market.Grant;
import dev.tagwerk.market.Metered;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Offers;
import dev.tagwerk.market.Placement;
import dev.tagwerk.market.Price;
import dev.tagwerk.market.PriceBook;
import dev.tagwerk.quote.Demand;
import dev.tagwerk.quote.DurationModel;
import dev.tagwerk.quote.Level;
import dev.tagwerk.quote.Precision;
import dev.tagwerk.quote.QuotedJob;
import dev.tagwerk.quote.Quoter;
import dev.tagwerk.quote.Quotes;
import dev.tagwerk.runfolder.Work;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** Quotes one training on so many offers: the shipped ones, over and over, each at a price of its own. For bench/quotes.sh. */
final class SyntheticOffers {
    private SyntheticOffers() {}

    public static void main(String[] arguments) {
        int many = Integer.parseInt(arguments[0]);
        List<Offer> shipped = Offers.all(PriceBook.shipped());
        List<Offer> offers = new ArrayList<>(many);
        for (int i = 0; i < many; i++) {
            offers.add(at(shipped.get(i % shipped.size()), 1 + i / 1e5));
        }
        Demand demand = new Demand(new Work(1e16, 1e14, 1e14, 1e7), Work.NONE);
        QuotedJob job =
                new QuotedJob(
                        "job",
                        "shape",
                        Optional.of(
                                new QuotedJob.Training(
                                        Map.of(Precision.FP16, demand, Precision.BF16, demand, Precision.FP32, demand),
                                        10_000,
                                        80_000,
                                        100,
                                        10_000_000,
                                        2,
                                        0,
                                        // so that every offer has a duration without a run
                                        OptionalDouble.of(2.6))),
                        Optional.empty(),
                        new QuotedJob.Needs(
                                Optional.empty(), 1, OptionalDouble.empty(), OptionalDouble.empty(), (gpu, precision) -> OptionalLong.of(1L << 30)),
                        4_000_000_000L,
                        50_000_000,
                        40_000_000,
                        OptionalLong.empty(),
                        0);
        GrantAccount grants = new GrantAccount(Grant.all());
        Quotes quotes =
                Quotes.of(
                        new Quoter(job, DurationModel.of(List.of()), Instant.parse("2026-12-01T00:00:00Z"), grants::copy),
                        offers,
                        Placement.ANYWHERE,
                        List.of(),
                        UnaryOperator.identity());
        long known = quotes.admissible().stream().filter(quote -> quote.total(Level.P50).isPresent()).count();
        System.out.println(quotes.admissible().size() + " quoted, " + known + " with a price, " + quotes.refused().size() + " refused");
    }

    private static Offer at(Offer offer, double factor) {
        List<Metered> meters = new ArrayList<>();
        for (Metered meter : offer.meters()) {
            Price price = meter.price();
            meters.add(
                    new Metered(
                            meter.meter(),
                            meter.amount(),
                            meter.providerMeter(),
                            new Price(
                                    Optional.of(price.amount().orElse(new BigDecimal("0.00004")).multiply(BigDecimal.valueOf(factor))),
                                    price.currency(),
                                    price.unit(),
                                    price.maxAgeDays(),
                                    price.note(),
                                    price.provenance())));
        }
        return new Offer(offer.machine(), offer.region(), offer.plan(), meters, offer.note());
    }
}
