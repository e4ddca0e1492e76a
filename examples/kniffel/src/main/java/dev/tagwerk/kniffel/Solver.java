package dev.tagwerk.kniffel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Backward induction over the sets of open boxes, from the finished card to the fresh one. Sets of
 * equal size do not depend on each other and are shared among the threads.
 */
final class Solver {
    private Solver() {}

    /** The values of best play over all legal actions. */
    static ValueTable all(int threads) {
        return solve(threads, Solver::solveAll);
    }

    /** The values of best play by a player who only takes {@link Candidates}. */
    static ValueTable candidates(int threads) {
        return solve(threads, Solver::solveCandidates);
    }

    private interface Step {
        void solve(ValueTable table, int openBoxes);
    }

    private static ValueTable solve(int threads, Step step) {
        ValueTable table = new ValueTable();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            for (int size = 1; size <= Box.COUNT; size++) {
                List<Future<?>> layer = new ArrayList<>();
                for (int open = 0; open <= Card.ALL_BOXES; open++) {
                    if (Integer.bitCount(open) == size) {
                        int openBoxes = open;
                        layer.add(pool.submit(() -> step.solve(table, openBoxes)));
                    }
                }
                for (Future<?> done : layer) {
                    done.get();
                }
            }
            return table;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new KniffelException("solving was interrupted; solve again", stopped);
        } catch (ExecutionException failed) {
            throw new KniffelException("solving failed: " + failed.getCause(), failed);
        }
    }

    private static void solveAll(ValueTable table, int openBoxes) {
        double[] values = new double[DiceTable.KEEPS];
        double[] best = new double[DiceTable.KEEPS];
        for (int upper = 0; upper <= Card.BONUS_FROM; upper++) {
            if (!Reachable.upper(openBoxes, upper)) {
                continue;
            }
            table.bestFill(openBoxes, upper, values);
            for (int rollsLeft = 1; rollsLeft <= 2; rollsLeft++) {
                DiceTable.expectations(values);
                DiceTable.bestWithin(values, best);
                System.arraycopy(
                        best, DiceTable.FIRST_ROLL, values, DiceTable.FIRST_ROLL, DiceTable.ROLLS);
            }
            DiceTable.expectations(values);
            table.set(openBoxes, upper, values[0]);
        }
    }

    private static void solveCandidates(ValueTable table, int openBoxes) {
        List<CandidateMoves> moves =
                List.of(new CandidateMoves(openBoxes, 1), new CandidateMoves(openBoxes, 2));
        double[] values = new double[DiceTable.KEEPS];
        double[] best = new double[DiceTable.ROLLS];
        for (int upper = 0; upper <= Card.BONUS_FROM; upper++) {
            if (!Reachable.upper(openBoxes, upper)) {
                continue;
            }
            table.bestFill(openBoxes, upper, values);
            for (CandidateMoves offered : moves) {
                DiceTable.expectations(values);
                for (int roll = 0; roll < DiceTable.ROLLS; roll++) {
                    double value = Double.NEGATIVE_INFINITY;
                    for (int keep : offered.keeps[roll]) {
                        value = Math.max(value, values[keep]);
                    }
                    for (int box : offered.fills[roll]) {
                        value = Math.max(value, table.fill(openBoxes, upper, roll, box));
                    }
                    best[roll] = value;
                }
                System.arraycopy(best, 0, values, DiceTable.FIRST_ROLL, DiceTable.ROLLS);
            }
            DiceTable.expectations(values);
            table.set(openBoxes, upper, values[0]);
        }
    }

    /** The candidates of all 252 rolls as indices; they do not depend on the upper sum. */
    private static final class CandidateMoves {
        final int[][] keeps = new int[DiceTable.ROLLS][];
        final int[][] fills = new int[DiceTable.ROLLS][];

        CandidateMoves(int openBoxes, int rollsLeft) {
            for (int roll = 0; roll < DiceTable.ROLLS; roll++) {
                Dice dice = new Dice(DiceTable.FIRST_ROLL + roll);
                List<Integer> kept = new ArrayList<>();
                List<Integer> filled = new ArrayList<>();
                for (Action action : Candidates.of(openBoxes, dice, rollsLeft)) {
                    switch (action) {
                        case Action.Keep(Dice keep) -> kept.add(keep.index());
                        case Action.Fill(Box box) -> filled.add(box.ordinal());
                    }
                }
                keeps[roll] = kept.stream().mapToInt(Integer::intValue).toArray();
                fills[roll] = filled.stream().mapToInt(Integer::intValue).toArray();
            }
        }
    }
}
