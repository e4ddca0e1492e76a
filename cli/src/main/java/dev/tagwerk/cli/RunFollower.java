package dev.tagwerk.cli;

import dev.tagwerk.engine.Engine;
import dev.tagwerk.engine.LogChunk;
import dev.tagwerk.engine.RunId;
import dev.tagwerk.engine.RunView;
import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.EventTail;
import dev.tagwerk.runfolder.RunFolder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Watches a run until its attempt ends: a progress bar fed from {@code events.jsonl}. Ctrl-C ends
 * the watching, never the run.
 */
final class RunFollower {
    private static final long POLL_MILLIS = 150;

    /** The events are read at each poll, the process is looked at once in so many. */
    private static final int OBSERVE_EVERY = 7;

    private static final int TAIL_LINES = 15;

    private final Shell shell;
    private final Engine engine;
    private final RunId id;
    private final Display display;
    private final ProgressLine progress = new ProgressLine();

    RunFollower(Shell shell, Engine engine, RunId id) {
        this.shell = shell;
        this.engine = engine;
        this.id = id;
        this.display = new Display(shell);
    }

    /** Follows to the end of the current attempt and returns the run as it is then. */
    RunView follow() {
        Thread detach = new Thread(this::detached, "detach");
        Runtime.getRuntime().addShutdownHook(detach);
        try {
            RunView end = watch();
            display.clear();
            return end;
        } finally {
            try {
                Runtime.getRuntime().removeShutdownHook(detach);
            } catch (IllegalStateException exiting) {
                // A signal came; the hook is at work.
            }
        }
    }

    private RunView watch() {
        RunFolder folder = engine.folder(id);
        EventTail tail = folder.events().tail(0);
        boolean first = true;
        int round = 0;
        while (true) {
            // Looked at before the events are read, so that nothing written before the end is
            // missed.
            RunView view = round % OBSERVE_EVERY == 0 ? engine.show(id) : null;
            List<Event> events = tail.poll().events();
            for (Event event : events) {
                progress.add(event);
                if (!first) {
                    tell(event);
                }
            }
            first = false;
            display.state(progress.bar(), progress.words());
            if (view != null && view.phase().over()) {
                return view;
            }
            round++;
            if (folder.result().isPresent()) {
                // The attempt is about to exit: look at once.
                round = 0;
            }
            if (!pause()) {
                return engine.show(id);
            }
        }
    }

    private static boolean pause() {
        try {
            Thread.sleep(POLL_MILLIS);
            return true;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void tell(Event event) {
        switch (event) {
            case Event.Evaluated evaluated ->
                    display.line(
                            String.format(
                                    Locale.ROOT,
                                    "step %d: validation loss %.4f%s",
                                    evaluated.step(),
                                    evaluated.loss(),
                                    metrics(evaluated.metrics())));
            case Event.Resumed resumed ->
                    display.line(
                            "goes on from step "
                                    + resumed.fromStep()
                                    + (resumed.bitIdentical()
                                            ? ", bit-identical"
                                            : ", not bit-identical, because " + resumed.reason()));
            case Event.Note note -> display.line("note: " + note.text());
            case Event.Failed failed -> display.line("failed: " + failed.message());
            case Event.Started started -> {}
            case Event.Step step -> {}
            case Event.CheckpointWritten written -> {}
            case Event.Finished finished -> {}
        }
    }

    private static String metrics(Map<String, Double> metrics) {
        StringJoiner joined = new StringJoiner(", ", ", ", "").setEmptyValue("");
        metrics.forEach(
                (name, value) -> {
                    if (!name.equals("loss")) {
                        joined.add(
                                String.format(
                                        Locale.ROOT, "%s %.4f", name.replace('_', ' '), value));
                    }
                });
        return joined.toString();
    }

    private void detached() {
        display.clear();
        shell.err()
                .printf(
                        "%nDetached; run %s goes on.%n  reattach: %s runs attach %s%n  stop:     %s runs stop %s%n",
                        id, shell.command(), id, shell.command(), id);
        shell.err().flush();
    }

    /** The last lines that an attempt printed: what to look at when it failed. */
    List<String> lastLines(RunView view) {
        return view.state()
                .attempt()
                .map(
                        attempt -> {
                            StringBuilder text = new StringBuilder();
                            long from = 0;
                            while (true) {
                                LogChunk chunk = engine.logs(attempt, from);
                                if (chunk.next() == from) {
                                    break;
                                }
                                text.append(chunk.text());
                                from = chunk.next();
                            }
                            List<String> lines = text.toString().lines().toList();
                            return lines.subList(
                                    Math.max(0, lines.size() - TAIL_LINES), lines.size());
                        })
                .orElse(List.of());
    }
}
