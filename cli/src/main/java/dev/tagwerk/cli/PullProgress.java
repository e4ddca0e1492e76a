package dev.tagwerk.cli;

import dev.tagwerk.hub.PullListener;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Shows how a pull goes on: one line that is rewritten on a terminal, lines now and then elsewhere.
 */
final class PullProgress implements PullListener, AutoCloseable {
    private static final int BAR = 24;
    private static final long EVERY_NANOS = 100_000_000;
    private static final long FIRST_NANOS = 300_000_000;

    private final Shell shell;
    private final Display display;
    private final AtomicLong bytes = new AtomicLong();
    private final long start = System.nanoTime();
    private long total;
    private long present;
    private long shown;

    PullProgress(Shell shell) {
        this.shell = shell;
        this.display = new Display(shell);
    }

    /**
     * Says how much is to come.
     *
     * @param present bytes that need not be fetched
     */
    synchronized void expect(long total, long present) {
        this.total = total;
        this.present = present;
    }

    @Override
    public void bytes(long more) {
        long now = bytes.addAndGet(more);
        show(now);
    }

    private synchronized void show(long now) {
        long time = System.nanoTime();
        boolean early = time - start < FIRST_NANOS;
        if (now == present || early || (time - shown < EVERY_NANOS && now < total)) {
            return;
        }
        shown = time;
        double seconds = Math.max(1e-3, (time - start) / 1e9);
        double rate = Math.max(0, now - present) / seconds;
        String words =
                String.format(
                        Locale.ROOT,
                        "%s of %s  %s/s  ETA %s",
                        Durations.bytes(now),
                        Durations.bytes(total),
                        Durations.bytes((long) rate),
                        rate > 0 ? Durations.of((total - now) / rate) : "?");
        int filled = total == 0 ? 0 : (int) Math.clamp(BAR * now / total, 0, BAR);
        display.state("[" + "#".repeat(filled) + "-".repeat(BAR - filled) + "] " + words, words);
    }

    @Override
    public synchronized void note(String line) {
        display.line(line);
    }

    @Override
    public synchronized void close() {
        display.clear();
        shell.err().flush();
    }
}
