package dev.tagwerk.cli;

import java.util.concurrent.Callable;

/**
 * One command: made only when it is the one that was typed, so that starting costs the same however
 * many there are.
 *
 * @param name what the user types
 * @param summary one line for {@code --help}
 * @param factory makes the picocli command object
 */
record Subcommand(String name, String summary, Factory factory) {
    /** Makes a command for a shell. */
    interface Factory {
        Callable<Integer> create(Shell shell);
    }
}
