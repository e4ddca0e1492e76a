package dev.tagwerk.quote;

import java.util.List;

/**
 * What a run takes on this machine beside its steps: process start and loading, checkpoints, the
 * end. Straight lines through what earlier runs took, believed within bounds before the first.
 */
final class Overheads {
    private static final double GB = 1e9;

    private final Gaussian load = new Gaussian(new double[] {1.5, 0.8}, new double[] {1.2, 0.6});
    private final Gaussian checkpoint =
            new Gaussian(new double[] {0.03, 3.0}, new double[] {0.05, 3.0});
    private final Gaussian rest = new Gaussian(new double[] {0.4, 5.0}, new double[] {0.4, 5.0});

    Overheads(List<Measured> runs) {
        for (Measured run : runs) {
            double[] model = {1, run.spent().modelBytes() / GB};
            load.observe(
                    model, run.measurement().loadSeconds(), noise(run.measurement().loadSeconds()));
            int written = run.spent().checkpoints();
            if (written > 0) {
                double each = run.spent().checkpointSeconds() / written;
                double bytes = (double) run.measurement().bytesWritten() / written;
                checkpoint.observe(new double[] {1, bytes / GB}, each, noise(each) / written);
            }
            if (run.succeeded() && written > 0) {
                double bytes = (double) run.measurement().bytesWritten() / written;
                rest.observe(new double[] {1, bytes / GB}, run.rest(), noise(run.rest()));
            }
        }
    }

    // a fifth of it, and what the clock of a busy machine is worth
    private static double noise(double seconds) {
        return 0.04 * seconds * seconds + 0.01;
    }

    Spread load(long modelBytes) {
        return spread(load, modelBytes, 0.25);
    }

    Spread checkpoint(long bytes) {
        return spread(checkpoint, bytes, 0.4);
    }

    Spread rest(long bytes) {
        return spread(rest, bytes, 0.4);
    }

    private static Spread spread(Gaussian line, double bytes, double sigma) {
        double[] at = {1, bytes / GB};
        double mean = Math.max(0.01, line.mean(at));
        double doubt = Math.sqrt(line.variance(at)) / mean;
        return new Spread(mean, Math.min(1.5, Math.hypot(sigma, doubt)));
    }
}
