package dev.tagwerk.spec;

import java.util.List;

/** Which linear layers of the decoder get an adapter. */
public sealed interface Targets {
    /** Every linear layer of every decoder block; never the output layer. */
    record AllLinear() implements Targets {}

    /** Layers by their name or the end of it, such as {@code q_proj}. */
    record Names(List<String> names) implements Targets {
        public Names {
            names = List.copyOf(names);
        }
    }

    /** Layers whose whole path fits a regular expression of Python. */
    record Regex(String pattern) implements Targets {}
}
