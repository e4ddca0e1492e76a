package dev.tagwerk.quote;

import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Offers;
import dev.tagwerk.market.PriceBook;
import dev.tagwerk.runfolder.Effort;
import dev.tagwerk.runfolder.Fingerprint;
import dev.tagwerk.runfolder.Measurement;
import dev.tagwerk.runfolder.Spent;
import dev.tagwerk.runfolder.Work;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

final class Fixtures {
    static final Fingerprint LAPTOP =
            new Fingerprint(
                    "A processor",
                    4,
                    4,
                    1,
                    "SkylakeX/AVX512",
                    "Linux",
                    "25",
                    "2.10.0",
                    "0.1.0",
                    Optional.empty());
    static final Device HERE = Device.of(LAPTOP, Precision.FP32);
    static final Work STEP = new Work(2e9, 1e7, 4e7, 200);
    static final List<Offer> OFFERS = Offers.all(PriceBook.shipped());

    private Fixtures() {}

    static Offer offer(String id) {
        return OFFERS.stream().filter(one -> one.id().equals(id)).findFirst().orElseThrow();
    }

    static final Offer T4 = offer("azure-container-apps/westus2/Consumption-GPU-NC8as-T4");
    static final Offer L4 = offer("ovh-ai/GRA/l4-1-gpu");

    static Measured run(String shape, int steps, Work work, double seconds) {
        return run(shape, steps, new Effort(work, seconds), Effort.NONE);
    }

    static Measured run(String shape, int steps, Effort training, Effort evaluation) {
        Spent spent = new Spent("fp32", steps, training, evaluation, 2, 0.1, 20_000_000);
        double total = 2 + training.seconds() + evaluation.seconds() + 0.1 + 0.5;
        return new Measured(
                shape + "-" + steps,
                Instant.EPOCH.plusSeconds(steps),
                HERE,
                shape,
                new Measurement(2, List.of(), 0, 0, 2_000_000, total, 0, 0, Optional.of(spent)),
                spent,
                true);
    }

    static QuotedJob training(Work work, int steps) {
        Demand demand = new Demand(work, Work.NONE);
        return new QuotedJob(
                "job",
                "shape",
                Optional.of(
                        new QuotedJob.Training(
                                Map.of(
                                        Precision.FP32, demand,
                                        Precision.BF16, demand,
                                        Precision.FP16, demand),
                                steps,
                                steps * 8L,
                                50,
                                1_000_000,
                                2,
                                0,
                                OptionalDouble.empty())),
                Optional.empty(),
                needs(1),
                1_000_000_000,
                1_000_000,
                4_000_000,
                OptionalLong.empty(),
                0);
    }

    static QuotedJob container(Spread stated) {
        return new QuotedJob(
                "container",
                "container",
                Optional.empty(),
                Optional.of(stated),
                needs(1),
                0,
                0,
                0,
                // nothing is pulled, so that start is short
                OptionalLong.of(0),
                0);
    }

    static QuotedJob.Needs needs(int cards) {
        return new QuotedJob.Needs(
                Optional.empty(),
                cards,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                (gpu, precision) -> OptionalLong.of(3L << 30));
    }
}
