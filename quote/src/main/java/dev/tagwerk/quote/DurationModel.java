package dev.tagwerk.quote;

import dev.tagwerk.runfolder.Work;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How long work takes: the sum of a time for its operations, one for the bytes that it moves and
 * one for the kernels that it starts, each at a speed of the device, times a factor of the job's
 * shape.
 *
 * <p>All speeds and factors are believed within bounds before anything is measured; earlier runs
 * sharpen them (docs/quotes.md has the formula and its constants). A job that ran here teaches the
 * speeds of this machine and how much its shape departs from the formula; the latter goes along to
 * other devices.
 */
public final class DurationModel {
    /** How far a shape departs from the formula, before it was seen: about 12 %. */
    static final double SHAPE_SIGMA = 0.12;

    /** How far two runs of the same work lie apart on one machine. */
    static final double NOISE_SIGMA = 0.06;

    /** How far evaluations depart from the formula, which was made for training steps. */
    private static final double EVALUATION_SIGMA = 0.4;

    private static final String EVALUATIONS = "evaluations";
    private static final int SPEEDS = 3;
    private static final int ROUNDS = 8;

    private final Map<String, Integer> devices = new LinkedHashMap<>();
    private final Map<String, Integer> shapes = new LinkedHashMap<>();
    private final List<Device> known = new ArrayList<>();
    private final double shapeSigma;
    private Gaussian belief;

    private DurationModel(double shapeSigma) {
        this.shapeSigma = shapeSigma;
        shapes.put(EVALUATIONS, 0);
        belief = new Gaussian(new double[0], new double[0]);
    }

    /**
     * Learns from earlier runs; each counts, those on the same device and of the same shape most.
     */
    public static DurationModel of(List<Measured> runs) {
        List<Measured> telling = runs.stream().filter(Measured::tellsSteps).toList();
        // How far shapes depart from the formula on one machine is learnt too, from what the
        // first fit leaves over.
        DurationModel first = fitted(telling, SHAPE_SIGMA);
        return fitted(telling, first.departure());
    }

    private static DurationModel fitted(List<Measured> runs, double shapeSigma) {
        DurationModel model = new DurationModel(shapeSigma);
        for (Measured run : runs) {
            if (model.devices.putIfAbsent(run.device().name(), model.devices.size()) == null) {
                model.known.add(run.device());
            }
            model.shapes.putIfAbsent(run.shape(), model.shapes.size());
        }
        model.learn(runs);
        return model;
    }

    private void learn(List<Measured> runs) {
        // The logarithm of a sum is no sum: it is taken at the speeds believed, and again.
        for (int round = 0; round < ROUNDS; round++) {
            Gaussian next = prior();
            for (Measured run : runs) {
                Terms terms = terms(run.device(), run.training().work());
                double[] weights = terms.weights(this, run.device(), run.shape());
                double seen =
                        Math.log(run.training().seconds()) - terms.constant(this, run.device());
                next.observe(weights, seen, NOISE_SIGMA * NOISE_SIGMA);
                if (run.spent().evaluation().seconds() > 0) {
                    learnEvaluation(next, run);
                }
            }
            belief = next;
        }
    }

    private void learnEvaluation(Gaussian next, Measured run) {
        Terms terms = terms(run.device(), run.spent().evaluation().work());
        next.observe(
                terms.evaluating(this, run.device(), run.shape()),
                Math.log(run.spent().evaluation().seconds()) - terms.constant(this, run.device()),
                4 * NOISE_SIGMA * NOISE_SIGMA);
    }

    private Gaussian prior() {
        double[] mean = new double[SPEEDS * known.size() + shapes.size()];
        double[] deviations = new double[mean.length];
        for (int d = 0; d < known.size(); d++) {
            Device device = known.get(d);
            deviations[SPEEDS * d] = device.flopsSigma();
            deviations[SPEEDS * d + 1] = device.bandwidthSigma();
            deviations[SPEEDS * d + 2] = device.launchSigma();
        }
        for (int s = 0; s < shapes.size(); s++) {
            deviations[SPEEDS * known.size() + s] = s == 0 ? EVALUATION_SIGMA : shapeSigma;
        }
        return new Gaussian(mean, deviations);
    }

    private double departure() {
        double squares = SHAPE_SIGMA * SHAPE_SIGMA * 4;
        for (int s = 1; s < shapes.size(); s++) {
            double factor = belief.mean(SPEEDS * known.size() + s);
            squares += factor * factor;
        }
        return Math.max(0.04, Math.sqrt(squares / (3 + shapes.size())));
    }

    /** Seconds by what they are spent on, at the speeds believed. */
    private record Terms(double operations, double moving, double launching) {
        double sum() {
            return operations + moving + launching;
        }

        double[] weights(DurationModel model, Device device, String shape) {
            double[] weights = new double[SPEEDS * model.known.size() + model.shapes.size()];
            Integer d = model.devices.get(device.name());
            if (d != null) {
                weights[SPEEDS * d] = operations / sum();
                weights[SPEEDS * d + 1] = moving / sum();
                weights[SPEEDS * d + 2] = launching / sum();
            }
            Integer s = model.shapes.get(shape);
            if (s != null) {
                weights[SPEEDS * model.known.size() + s] = 1;
            }
            return weights;
        }

        double[] evaluating(DurationModel model, Device device, String shape) {
            double[] weights = weights(model, device, shape);
            weights[SPEEDS * model.known.size()] = 1;
            return weights;
        }

        /** What the logarithm of the sum would be were it linear and all deviations zero. */
        double constant(DurationModel model, Device device) {
            Integer d = model.devices.get(device.name());
            if (d == null) {
                return Math.log(sum());
            }
            return Math.log(sum())
                    - operations / sum() * model.deviation(SPEEDS * d)
                    - moving / sum() * model.deviation(SPEEDS * d + 1)
                    - launching / sum() * model.deviation(SPEEDS * d + 2);
        }
    }

    private double deviation(int index) {
        return index < belief.size() ? belief.mean(index) : 0;
    }

    private Terms terms(Device device, Work work) {
        Integer d = devices.get(device.name());
        double operations = (work.products() + work.attention()) / device.flops();
        double moving = work.bytes() / device.bandwidth();
        double launching = work.launches() * device.launch();
        return d == null
                ? new Terms(operations, moving, launching)
                : new Terms(
                        operations * Math.exp(deviation(SPEEDS * d)),
                        moving * Math.exp(deviation(SPEEDS * d + 1)),
                        launching * Math.exp(deviation(SPEEDS * d + 2)));
    }

    /** Seconds that training steps take on a device. */
    public Spread training(Device device, String shape, Work work) {
        Terms terms = terms(device, work);
        return seconds(device, shape, work, terms, terms.weights(this, device, shape));
    }

    /** Seconds that forward passes take, in evaluations. */
    public Spread evaluation(Device device, String shape, Work work) {
        Terms terms = terms(device, work);
        return seconds(device, shape, work, terms, terms.evaluating(this, device, shape));
    }

    private Spread seconds(Device device, String shape, Work work, Terms terms, double[] weights) {
        if (work.nothing()) {
            return Spread.exactly(0);
        }
        double log = terms.constant(this, device) + belief.mean(weights);
        double variance = belief.variance(weights) + NOISE_SIGMA * NOISE_SIGMA;
        if (!shapes.containsKey(shape)) {
            variance += shapeSigma * shapeSigma;
        }
        if (!devices.containsKey(device.name())) {
            variance += square(terms.operations() / terms.sum() * device.flopsSigma());
            variance += square(terms.moving() / terms.sum() * device.bandwidthSigma());
            variance += square(terms.launching() / terms.sum() * device.launchSigma());
        }
        return new Spread(Math.exp(log), Math.sqrt(variance));
    }

    private static double square(double value) {
        return value * value;
    }

    /** Whether a run on this very device was learnt from. */
    public boolean measured(Device device) {
        return devices.containsKey(device.name());
    }

    /** Whether a run of this very shape was learnt from. */
    public boolean measured(String shape) {
        return shapes.containsKey(shape);
    }
}
