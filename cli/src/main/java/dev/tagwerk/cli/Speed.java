package dev.tagwerk.cli;

import dev.tagwerk.runfolder.Event;
import java.util.ArrayDeque;
import java.util.Deque;

/** Means over the last steps: a single step says little, as rows differ in length. */
final class Speed {
    private static final int WINDOW = 20;
    private final Deque<Event.Step> steps = new ArrayDeque<>();

    void add(Event.Step step) {
        // After a resume steps are told a second time; what came before it no longer counts.
        if (!steps.isEmpty() && step.step() <= steps.getLast().step()) {
            steps.clear();
        }
        steps.addLast(step);
        if (steps.size() > WINDOW) {
            steps.removeFirst();
        }
    }

    double loss() {
        return steps.stream().mapToDouble(Event.Step::loss).average().orElse(Double.NaN);
    }

    double secondsPerStep() {
        return steps.stream().mapToDouble(Event.Step::seconds).average().orElse(Double.NaN);
    }

    double tokensPerSecond() {
        return steps.stream().mapToLong(Event.Step::tokens).sum() / seconds();
    }

    double examplesPerSecond() {
        return steps.stream().mapToLong(Event.Step::examples).sum() / seconds();
    }

    private double seconds() {
        return Math.max(1e-9, steps.stream().mapToDouble(Event.Step::seconds).sum());
    }
}
