package dev.tagwerk.engine;

import dev.tagwerk.runfolder.Event;
import java.util.ArrayList;
import java.util.List;

/**
 * A run's events as one training: what a killed attempt did after the checkpoint from which the
 * next one resumed is left out, because the next one did it again.
 */
public record History(List<Event.Step> steps, List<Event.Evaluated> evaluations) {
    public History {
        steps = List.copyOf(steps);
        evaluations = List.copyOf(evaluations);
    }

    public static History of(List<Event> events) {
        List<Event.Step> steps = new ArrayList<>();
        List<Event.Evaluated> evaluations = new ArrayList<>();
        for (Event event : events) {
            switch (event) {
                case Event.Step step -> steps.add(step);
                case Event.Evaluated evaluated -> evaluations.add(evaluated);
                case Event.Resumed resumed -> {
                    steps.removeIf(step -> step.step() > resumed.fromStep());
                    evaluations.removeIf(one -> one.step() > resumed.fromStep());
                }
                case Event.Started started -> {}
                case Event.CheckpointWritten written -> {}
                case Event.Note note -> {}
                case Event.Failed failed -> {}
                case Event.Finished finished -> {}
            }
        }
        return new History(steps, evaluations);
    }
}
