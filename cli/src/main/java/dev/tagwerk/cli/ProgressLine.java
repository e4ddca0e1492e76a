package dev.tagwerk.cli;

import dev.tagwerk.runfolder.Event;
import java.util.Locale;
import java.util.Optional;

/** How far a run is, as one line; made from its events. */
final class ProgressLine {
    private static final int BAR = 24;
    private final Speed speed = new Speed();
    private int total;
    private Optional<Event.Step> last = Optional.empty();

    void add(Event event) {
        switch (event) {
            case Event.Started started -> total = started.totalSteps();
            case Event.Step step -> {
                last = Optional.of(step);
                speed.add(step);
            }
            case Event.Evaluated evaluated -> {}
            case Event.CheckpointWritten written -> {}
            case Event.Resumed resumed -> {}
            case Event.Note note -> {}
            case Event.Failed failed -> {}
            case Event.Finished finished -> {}
        }
    }

    /** Whether a step has been told of. */
    boolean stepping() {
        return last.isPresent();
    }

    /** With a bar, for terminals. */
    String bar() {
        return last.map(
                        step -> {
                            int filled = total == 0 ? 0 : Math.min(BAR, BAR * step.step() / total);
                            return "["
                                    + "#".repeat(filled)
                                    + "-".repeat(BAR - filled)
                                    + "] "
                                    + words(step);
                        })
                .orElse(
                        total == 0
                                ? "starting: loading the model"
                                : "starting: 0/" + total + " steps");
    }

    /** Without a bar, for logs. */
    String words() {
        return last.map(this::words)
                .orElse(total == 0 ? "starting: loading the model" : "0/" + total + " steps");
    }

    private String words(Event.Step step) {
        int left = Math.max(0, total - step.step());
        return String.format(
                Locale.ROOT,
                "%d/%d%s  loss %.4f  %s tokens/s  %s examples/s  ETA %s  %s",
                step.step(),
                total,
                total == 0 ? "" : String.format(Locale.ROOT, " %d%%", 100L * step.step() / total),
                speed.loss(),
                Durations.rate(speed.tokensPerSecond()),
                Durations.rate(speed.examplesPerSecond()),
                Durations.of(left * speed.secondsPerStep()),
                Durations.bytes(step.residentBytes()));
    }
}
