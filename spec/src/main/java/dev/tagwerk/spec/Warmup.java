package dev.tagwerk.spec;

/** How the learning rate rises from zero at the start of training, in a straight line. */
public sealed interface Warmup {
    /** A share of all steps. */
    record Ratio(double ratio) implements Warmup {}

    /** Optimiser steps. */
    record Steps(int steps) implements Warmup {}
}
