package dev.tagwerk.spec;

import java.util.List;

/** Which linear layers of the decoder get an adapter. */
public sealed interface Targets {
    /** Every linear layer of every decoder block; never the output layer. */
    record AllLinear() implements Targets {}

    /** Layers by the last part of their name, such as {@code q_proj}. */
    record Names(List<String> names) implements Targets {
        public Names {
            names = List.copyOf(names);
        }
    }
}
