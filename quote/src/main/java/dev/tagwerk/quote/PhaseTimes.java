package dev.tagwerk.quote;

import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Gpus;
import dev.tagwerk.market.Offer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** How long each part of a job takes on a rented machine. */
final class PhaseTimes {
    /** Of a reference that is known of one run only. */
    private static final double REFERENCE_SIGMA = 0.3;

    /** That known run's device. */
    private static final Device T4 =
            Gpus.matching("T4").stream()
                    .findFirst()
                    .flatMap((Gpu gpu) -> Device.of(gpu, Precision.FP32, 1, 1))
                    .orElseThrow();

    private final QuotedJob job;
    private final DurationModel model;

    PhaseTimes(QuotedJob job, DurationModel model) {
        this.job = job;
        this.model = model;
    }

    Map<Phase, Range<Double>> of(
            Offer offer,
            Optional<Device> device,
            Optional<Precision> precision,
            Evidence evidence) {
        Map<Phase, Range<Double>> phases = new EnumMap<>(Phase.class);
        Circumstances around = Circumstances.of(offer);
        Spread start = start(around);
        put(phases, Phase.START, start);
        Spread load = Spread.exactly(0);
        double lost;
        if (job.stated().isPresent()) {
            put(phases, Phase.WHOLE, job.stated().get());
            // a container's checkpoints are unknown: half of it is lost on average
            lost = job.stated().get().median() / 2;
        } else {
            QuotedJob.Training training = job.training().orElseThrow();
            load = load(around, job.modelBytes());
            put(phases, Phase.LOAD, load);
            Spread steps = steps(device.orElseThrow(), precision.orElseThrow(), evidence);
            put(phases, Phase.TRAINING, steps);
            Demand demand = training.demands().get(precision.get());
            if (demand != null
                    && !demand.evaluation().nothing()
                    && evidence != Evidence.REFERENCE) {
                put(
                        phases,
                        Phase.EVALUATION,
                        model.evaluation(device.get(), job.shape(), demand.evaluation()));
            }
            Spread checkpoint = each(around, training.checkpointBytes());
            put(phases, Phase.CHECKPOINTS, checkpoint.times(training.checkpoints()));
            put(phases, Phase.END, each(around, job.outputBytes()));
            lost =
                    steps.median()
                            * Math.min(1, (double) training.checkpointsEvery() / training.steps())
                            / 2;
        }
        addFailures(phases, offer, start, load, lost);
        return phases;
    }

    private Spread start(Circumstances around) {
        double image = job.imageBytes().orElse(Circumstances.IMAGE_BYTES);
        Spread pull = new Spread(image / around.pull().median(), around.pull().sigma());
        double sum = around.node().median() + pull.median();
        // parts that vary apart: their variances add up
        double sigma =
                Math.hypot(
                                around.node().median() * around.node().sigma(),
                                pull.median() * pull.sigma())
                        / sum;
        return new Spread(sum, sigma);
    }

    private static Spread load(Circumstances around, long bytes) {
        return new Spread(8 + bytes / around.share().median(), around.share().sigma());
    }

    private static Spread each(Circumstances around, long bytes) {
        return new Spread(0.5 + bytes / around.share().median(), around.share().sigma());
    }

    private Spread steps(Device device, Precision precision, Evidence evidence) {
        QuotedJob.Training training = job.training().orElseThrow();
        Demand demand = training.demands().get(precision);
        if (demand == null) {
            throw new IllegalArgumentException("the job is not counted in " + precision);
        }
        if (evidence != Evidence.REFERENCE) {
            return model.training(device, job.shape(), demand.training());
        }
        // A known run on a T4 in fp32: to other devices by the formula's ratio.
        Demand wide = training.demands().getOrDefault(Precision.FP32, demand);
        double there = training.referenceSecondsPerExample().orElseThrow() * training.examples();
        Spread ratio = model.training(device, job.shape(), demand.training());
        double onT4 = model.training(T4, job.shape(), wide.training()).median();
        boolean same = device.name().equals(T4.name());
        return new Spread(
                there * ratio.median() / onT4,
                same ? REFERENCE_SIGMA : Math.hypot(REFERENCE_SIGMA, ratio.sigma()));
    }

    private static void put(Map<Phase, Range<Double>> phases, Phase phase, Spread spread) {
        phases.put(phase, Range.of(spread::at));
    }

    private void addFailures(
            Map<Phase, Range<Double>> phases, Offer offer, Spread start, Spread load, double lost) {
        Range<Double> work =
                Range.of(
                        level ->
                                phases.values().stream()
                                        .mapToDouble(phase -> phase.at(level))
                                        .sum());
        Range<Double> preempted =
                Range.of(
                        level ->
                                Circumstances.preemptionsPerHour(offer, level)
                                        * work.at(level)
                                        / 3600
                                        * (start.at(level) + load.at(level) + lost));
        if (preempted.high() > 0) {
            phases.put(Phase.PREEMPTIONS, preempted);
        }
        phases.put(
                Phase.FAILED_STARTS,
                Range.of(
                        level ->
                                Circumstances.failedStarts(level)
                                        * (start.at(level) + load.at(level))));
    }
}
