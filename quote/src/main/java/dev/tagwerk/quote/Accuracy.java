package dev.tagwerk.quote;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * How good durations are: each earlier run is quoted from all the others, and compared with what it
 * took.
 *
 * @param trials oldest first
 */
public record Accuracy(List<Trial> trials) {
    /** The z of a two-sided interval of 95 %. */
    private static final double Z = 1.959963984540054;

    /** Fewer runs than these prove nothing. */
    public static final int ENOUGH = 20;

    public Accuracy {
        trials = List.copyOf(trials);
    }

    /**
     * A run, and what would have been said before it.
     *
     * @param seconds expected from start to end
     * @param took what it took
     */
    public record Trial(Measured run, Range<Double> seconds, double took) {
        /** Relative to what it took: -0.1 is 10 % too little. */
        public double error() {
            return seconds.middle() / took - 1;
        }

        public boolean covered() {
            return took >= seconds.low() && took <= seconds.high();
        }
    }

    /** Leaves each finished run out; shapes that are alike are left out together. */
    public static Accuracy of(List<Measured> runs) {
        List<Trial> trials = new ArrayList<>();
        for (Measured run : runs) {
            if (!run.succeeded()) {
                continue;
            }
            List<Measured> others =
                    runs.stream().filter(other -> !other.shape().equals(run.shape())).toList();
            boolean sameDevice =
                    others.stream()
                            .anyMatch(other -> other.device().name().equals(run.device().name()));
            if (!sameDevice) {
                continue;
            }
            trials.add(trial(run, others));
        }
        trials.sort(Comparator.comparing((Trial trial) -> trial.run().at()));
        return new Accuracy(trials);
    }

    private static Trial trial(Measured run, List<Measured> others) {
        int checkpoints = run.spent().checkpoints();
        Map<Phase, Range<Double>> phases =
                new Here(others)
                        .phases(
                                run.device(),
                                run.shape(),
                                new Demand(
                                        run.spent().training().work(),
                                        run.spent().evaluation().work()),
                                new Here.Sizes(
                                        run.spent().modelBytes(),
                                        checkpoints == 0
                                                ? 0
                                                : run.measurement().bytesWritten() / checkpoints,
                                        checkpoints));
        return new Trial(
                run,
                Range.of(
                        level ->
                                phases.values().stream()
                                        .mapToDouble(phase -> phase.at(level))
                                        .sum()),
                run.measurement().totalSeconds());
    }

    /** Shapes among them. */
    public long shapes() {
        return trials.stream().map(trial -> trial.run().shape()).distinct().count();
    }

    /** Median of the absolute relative errors; NaN without a trial. */
    public double medianError() {
        double[] errors =
                trials.stream().mapToDouble(trial -> Math.abs(trial.error())).sorted().toArray();
        if (errors.length == 0) {
            return Double.NaN;
        }
        int half = errors.length / 2;
        return errors.length % 2 == 1 ? errors[half] : (errors[half - 1] + errors[half]) / 2;
    }

    /** How many of the runs lay between P10 and P90. */
    public long covered() {
        return trials.stream().filter(Trial::covered).count();
    }

    /** The share of them, between the bounds of its 95 % interval (Wilson). */
    public Range<Double> coverage() {
        double n = trials.size();
        if (n == 0) {
            return new Range<>(Double.NaN, Double.NaN, Double.NaN);
        }
        double share = covered() / n;
        double middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n);
        double half =
                Z / (1 + Z * Z / n) * Math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n));
        return new Range<>(middle - half, share, middle + half);
    }
}
