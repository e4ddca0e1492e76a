package dev.tagwerk.engine;

import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.EventLog;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/**
 * How far a run is, from its events. Reads the end of the log only, so that a list of long runs
 * appears at once.
 *
 * @param totalSteps 0 while unknown
 * @param last the last step's event
 * @param evaluated the last evaluation
 * @param checkpoint step of the last checkpoint; 0 when there is none
 */
public record Progress(
        int totalSteps,
        Optional<Event.Step> last,
        Optional<Event.Evaluated> evaluated,
        int checkpoint) {
    private static final int TAIL = 1 << 16;

    public static Progress of(EventLog log) {
        Fold fold = new Fold();
        long size;
        try {
            size = Files.size(log.file());
        } catch (IOException noneYet) {
            return fold.progress();
        }
        if (size > 2 * TAIL) {
            fold.addStart(log);
        }
        // When the tail begins within a line, the reader passes over the rest of that line.
        log.tail(size > 2 * TAIL ? size - TAIL : 0).poll().events().forEach(fold::add);
        return fold.progress();
    }

    public int step() {
        return last.map(Event.Step::step).orElse(checkpoint);
    }

    private static final class Fold {
        private int totalSteps;
        private Optional<Event.Step> last = Optional.empty();
        private Optional<Event.Evaluated> evaluated = Optional.empty();
        private int checkpoint;

        void add(Event event) {
            switch (event) {
                case Event.Started started -> totalSteps = started.totalSteps();
                case Event.Step step -> last = Optional.of(step);
                case Event.Evaluated evaluation -> evaluated = Optional.of(evaluation);
                case Event.CheckpointWritten written -> checkpoint = written.step();
                case Event.Resumed resumed -> checkpoint = resumed.fromStep();
                case Event.Note note -> {}
                case Event.Failed failed -> {}
                case Event.Finished finished -> {}
            }
        }

        void addStart(EventLog log) {
            log.head(TAIL).events().forEach(this::add);
        }

        Progress progress() {
            return new Progress(totalSteps, last, evaluated, checkpoint);
        }
    }
}
