package dev.tagwerk.quote;

import dev.tagwerk.market.Limits;
import dev.tagwerk.market.Offer;
import dev.tagwerk.market.Plan;

/**
 * How a service behaves around a job: how long it takes to start, how fast its storage is, how
 * often it takes a machine away. Observed where somebody said so, else assumed; docs/quotes.md
 * lists them.
 *
 * @param node seconds until a machine and its container are there, without the image's pull
 * @param pull bytes of an image per second
 * @param share bytes per second that the mounted cache is read with
 * @param grace seconds between the order to stop and the end
 */
record Circumstances(Spread node, Spread pull, Spread share, double grace) {
    /** Of an image with CUDA and libtorch or PyTorch in it, as one was observed. */
    static final long IMAGE_BYTES = 9_704_570_880L;

    private static final double MB = 1e6;

    /**
     * Preemptions of a spot machine an hour: nobody tells, these are the classes that Azure names.
     */
    private static final Range<Double> PREEMPTIONS_PER_HOUR = new Range<>(0.0, 0.05, 0.20);

    private static final Circumstances CONTAINER_APPS =
            new Circumstances(
                    new Spread(
                            Limits.get("aca.start.gpu-node").whole()
                                    + Limits.get("aca.start.container").whole(),
                            0.5),
                    new Spread(Limits.get("aca.pull.bytes-per-second").whole(), 0.4),
                    // the run of October 2026 took 25 minutes beside its steps
                    Spread.between(4 * MB, 80 * MB),
                    Limits.get("aca.job.grace").whole());

    private static final Circumstances MACHINE =
            new Circumstances(
                    Spread.between(60, 300),
                    new Spread(100 * MB, 0.5),
                    Spread.between(40 * MB, 400 * MB),
                    0);

    private static final Circumstances OVH =
            new Circumstances(
                    Spread.between(30, 300),
                    new Spread(100 * MB, 0.5),
                    Spread.between(40 * MB, 400 * MB),
                    0);

    static Circumstances of(Offer offer) {
        return switch (offer.machine().service()) {
            case "azure-container-apps" -> CONTAINER_APPS;
            case "ovh-ai" -> OVH;
            default -> MACHINE;
        };
    }

    static double preemptionsPerHour(Offer offer, Level level) {
        return offer.plan() == Plan.SPOT ? PREEMPTIONS_PER_HOUR.at(level) : 0;
    }

    /** Starts that fail before the first step: three of them were seen before a first success. */
    static double failedStarts(Level level) {
        return level == Level.P90 ? 1 : 0;
    }
}
