package dev.tagwerk.cli;

import dev.tagwerk.engine.AttemptState;
import dev.tagwerk.engine.Engine;
import dev.tagwerk.engine.LogChunk;
import dev.tagwerk.engine.RunId;
import java.util.List;

/** Prints what the attempts of a run printed. */
final class RunLogs {
    private static final int FOLLOW_MILLIS = 300;
    private final Shell shell;
    private final Engine engine;
    private final RunId id;

    RunLogs(Shell shell, Engine engine, RunId id) {
        this.shell = shell;
        this.engine = engine;
        this.id = id;
    }

    /**
     * @param number which attempt, from 1; 0 means the latest
     * @param follow whether to go on until the run has ended
     */
    void print(int number, boolean follow) {
        AttemptState attempt = attempt(number);
        long from = 0;
        boolean over = false;
        while (true) {
            LogChunk chunk = engine.logs(attempt, from);
            if (chunk.next() > from) {
                shell.out().print(chunk.text());
                shell.out().flush();
                from = chunk.next();
                continue;
            }
            // Once more after the end was seen: something may have been printed in between.
            if (!follow || over || shell.out().checkError()) {
                return;
            }
            over = engine.show(id).phase().over();
            sleep();
        }
    }

    private AttemptState attempt(int number) {
        List<AttemptState> attempts = engine.show(id).state().attempts();
        int index = number == 0 ? attempts.size() - 1 : number - 1;
        if (index < 0 || index >= attempts.size()) {
            throw CommandException.usage(
                    "run " + id + " has no attempt " + Math.max(1, number) + ".",
                    "it has " + attempts.size() + ".",
                    shell.command() + " runs show " + id);
        }
        return attempts.get(index);
    }

    private static void sleep() {
        try {
            Thread.sleep(FOLLOW_MILLIS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw CommandException.failed("interrupted.", "", "");
        }
    }
}
