package dev.tagwerk.evaluate;

import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.RunFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A run's losses by step, from its events. A step that was taken twice, because an attempt was
 * killed after it, counts as the later attempt took it.
 *
 * @param training mean loss of each step's batch
 * @param validation loss on held-out rows, where it was measured
 */
public record LossCurve(List<Plot.Point> training, List<Plot.Point> validation) {
    private static final int MOST_POINTS = 200;

    public LossCurve {
        training = List.copyOf(training);
        validation = List.copyOf(validation);
    }

    /** Reads a run's events; empty lists where there are none. */
    public static LossCurve of(Path run) {
        TreeMap<Integer, Double> steps = new TreeMap<>();
        TreeMap<Integer, Double> held = new TreeMap<>();
        for (Event event : RunFolder.at(run).events().read().events()) {
            switch (event) {
                case Event.Step step -> steps.put(step.step(), step.loss());
                case Event.Evaluated evaluated -> held.put(evaluated.step(), evaluated.loss());
                case Event.Resumed resumed -> {
                    steps.tailMap(resumed.fromStep(), false).clear();
                    held.tailMap(resumed.fromStep(), false).clear();
                }
                case Event.Started ignored -> {}
                case Event.CheckpointWritten ignored -> {}
                case Event.Note ignored -> {}
                case Event.Failed ignored -> {}
                case Event.Finished ignored -> {}
            }
        }
        return new LossCurve(averaged(steps), averaged(held));
    }

    /** Runs of neighbouring steps become one point each: a curve, not a cloud. */
    private static List<Plot.Point> averaged(TreeMap<Integer, Double> values) {
        int width = (values.size() + MOST_POINTS - 1) / MOST_POINTS;
        List<Plot.Point> points = new ArrayList<>();
        double x = 0;
        double y = 0;
        int count = 0;
        for (var entry : values.entrySet()) {
            x += entry.getKey();
            y += entry.getValue();
            count++;
            if (count == width) {
                points.add(new Plot.Point(x / count, y / count));
                x = 0;
                y = 0;
                count = 0;
            }
        }
        if (count > 0) {
            points.add(new Plot.Point(x / count, y / count));
        }
        return points;
    }

    /** Whether there is anything to draw. */
    public boolean isEmpty() {
        return training.size() < 2;
    }

    /** The curve as a plot. */
    public Plot plot() {
        List<Plot.Series> series = new ArrayList<>();
        series.add(new Plot.Series("training", training));
        if (!validation.isEmpty()) {
            series.add(new Plot.Series("validation", validation));
        }
        return Plot.lines("Loss", "step", "loss", series);
    }
}
