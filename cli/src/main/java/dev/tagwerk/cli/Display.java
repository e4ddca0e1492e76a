package dev.tagwerk.cli;

import java.time.Duration;
import java.time.Instant;

/** One line on stderr that is rewritten on a terminal, and printed now and then elsewhere. */
final class Display {
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final int DEFAULT_COLUMNS = 100;

    private final Shell shell;
    private final int columns;
    private Instant next = Instant.EPOCH;
    private String shown = "";
    private String printed = "";

    Display(Shell shell) {
        this.shell = shell;
        this.columns = columns(shell);
    }

    private static int columns(Shell shell) {
        try {
            int columns = Integer.parseInt(shell.environment().getOrDefault("COLUMNS", ""));
            return columns > 20 ? columns : DEFAULT_COLUMNS;
        } catch (NumberFormatException unknown) {
            return DEFAULT_COLUMNS;
        }
    }

    /** Shows the present state. */
    void state(String bar, String words) {
        if (shell.errIsTerminal()) {
            if (!bar.equals(shown)) {
                String cut = bar.length() < columns ? bar : bar.substring(0, columns - 1);
                shell.err().print("\r\033[K" + cut);
                shell.err().flush();
                shown = bar;
            }
            return;
        }
        Instant now = shell.clock().instant();
        if (!words.equals(printed) && !now.isBefore(next)) {
            shell.err().println(words);
            shell.err().flush();
            printed = words;
            next = now.plus(EVERY);
        }
    }

    /** Prints a line that stays. */
    void line(String text) {
        clear();
        shell.err().println(text);
        shell.err().flush();
    }

    /** Takes the rewritten line away. */
    void clear() {
        if (shell.errIsTerminal() && !shown.isEmpty()) {
            shell.err().print("\r\033[K");
            shell.err().flush();
            shown = "";
        }
    }
}
