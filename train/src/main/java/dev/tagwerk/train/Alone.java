package dev.tagwerk.train;

import dev.tagwerk.model.Parameters;
import java.util.function.Supplier;

/** A run of one process. */
record Alone() implements Team {
    @Override
    public Rank rank() {
        return Rank.ALONE;
    }

    @Override
    public void meet(Materials own) {}

    @Override
    public void step(RankOrder.Step step) {}

    @Override
    public double loss(double own) {
        return own;
    }

    @Override
    public void sumGradients(Parameters parameters) {}

    @Override
    public void requireSame(Parameters parameters, int step) {}

    @Override
    public Scores evaluate(Supplier<Scores> own) {
        return own.get();
    }

    @Override
    public long residentBytes() {
        return 0;
    }

    @Override
    public long peakResidentBytes() {
        return 0;
    }

    @Override
    public void close() {}
}
