package dev.tagwerk.kniffel;

/** The game solved once for all tests. */
final class Solved {
    static final ValueTable TABLE = Solver.all(2);
    static final Optimum OPTIMUM = new Optimum(TABLE);

    private Solved() {}
}
