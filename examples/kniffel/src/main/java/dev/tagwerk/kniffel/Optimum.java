package dev.tagwerk.kniffel;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Best play of solitaire Kniffel, exactly (in double precision): 245.8708 points are expected from
 * an empty card. Safe for use by several threads.
 */
public final class Optimum {
    private final ValueTable table;

    /** The turn asked for last; questions come in runs about the same card. */
    private volatile @Nullable TurnValues last;

    Optimum(ValueTable table) {
        this.table = table;
    }

    /** Solves the game; seconds. */
    public static Optimum solve(int threads) {
        return new Optimum(Solver.all(threads));
    }

    /**
     * Reads the values from a file, or solves the game and writes it. A file that is damaged or of
     * another version is replaced.
     */
    public static Optimum cached(Path file, int threads) {
        return new Optimum(
                ValueFile.read(file)
                        .orElseGet(
                                () -> {
                                    ValueTable solved = Solver.all(threads);
                                    ValueFile.write(file, solved);
                                    return solved;
                                }));
    }

    /**
     * What a player can expect who plays as well as possible but takes only {@link Candidates};
     * some seconds of computing.
     */
    public static double expectationOverCandidates(int threads) {
        return Solver.candidates(threads).get(Card.ALL_BOXES, 0);
    }

    /** The expected result of a game from the fresh card. */
    public double expectation() {
        return table.get(Card.ALL_BOXES, 0);
    }

    /** Expected points to come, bonus included, at the start of a turn with this card. */
    public double expectation(Card card) {
        return table.get(card.openBoxes(), card.upper());
    }

    /** The expected final result, bonus included, under best play from this position. */
    public double expectedTotal(Position position) {
        return position.card().points()
                + turn(position.card()).best(position.dice(), position.rollsLeft());
    }

    /** Expected points to come after each action under best play from there, in order. */
    public double[] values(Position position, List<Action> actions) {
        TurnValues turn = turn(position.card());
        double[] values = new double[actions.size()];
        for (int option = 0; option < values.length; option++) {
            Action action = actions.get(option);
            if (!position.legal(action)) {
                throw new KniffelException(action.words() + " is not legal at " + position);
            }
            values[option] = turn.value(action, position.dice(), position.rollsLeft());
        }
        return values;
    }

    /** Points lost by each action against the best of them; the best loses 0. */
    public double[] regrets(Position position, List<Action> actions) {
        double[] regrets = values(position, actions);
        double best = Double.NEGATIVE_INFINITY;
        for (double value : regrets) {
            best = Math.max(best, value);
        }
        for (int option = 0; option < regrets.length; option++) {
            regrets[option] = best - regrets[option];
        }
        return regrets;
    }

    /**
     * Points gained by throwing at least one die again rather than filling a box now, both followed
     * by best play; negative where stopping is better.
     */
    public double gainOfRolling(Position position) {
        if (position.rollsLeft() == 0) {
            throw new KniffelException("no throw is left at " + position);
        }
        TurnValues turn = turn(position.card());
        return turn.rollAgain(position.dice(), position.rollsLeft()) - turn.stop(position.dice());
    }

    /** The best of all legal actions. */
    public Action best(Position position) {
        Action best = new Action.Fill(position.card().boxes().getFirst());
        double value = Double.NEGATIVE_INFINITY;
        TurnValues turn = turn(position.card());
        for (Action action : LegalActions.of(position)) {
            double next = turn.value(action, position.dice(), position.rollsLeft());
            if (next > value) {
                best = action;
                value = next;
            }
        }
        return best;
    }

    private TurnValues turn(Card card) {
        TurnValues known = last;
        if (known == null || !known.holdsFor(card)) {
            known = new TurnValues(table, card.openBoxes(), card.upper());
            last = known;
        }
        return known;
    }
}
