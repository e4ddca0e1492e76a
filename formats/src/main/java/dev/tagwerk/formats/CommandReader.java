package dev.tagwerk.formats;

import java.util.Optional;

/** Knows one program's command line. Stateless. */
interface CommandReader {
    /**
     * What a command starts; empty when it is another program's, or starts nothing.
     *
     * @param words the command's words, as far as they are known before it runs; the first is the
     *     program
     */
    Optional<Workload> read(CommandWords words);
}
