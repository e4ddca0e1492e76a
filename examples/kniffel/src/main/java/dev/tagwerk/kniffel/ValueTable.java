package dev.tagwerk.kniffel;

import java.util.Arrays;

/** Expected points still to come before a turn's first throw, by open boxes and upper sum. */
final class ValueTable {
    private static final int SUMS = Card.BONUS_FROM + 1;

    private final double[] values = new double[(Card.ALL_BOXES + 1) * SUMS];

    ValueTable() {
        Arrays.fill(values, Double.NaN);
        // The bonus is paid at the end: until then only the sum knows whether it comes.
        for (int upper = 0; upper < SUMS; upper++) {
            if (Reachable.upper(0, upper)) {
                set(0, upper, upper == Card.BONUS_FROM ? Card.BONUS : 0);
            }
        }
    }

    double get(int openBoxes, int upper) {
        return values[openBoxes * SUMS + upper];
    }

    void set(int openBoxes, int upper, double value) {
        values[openBoxes * SUMS + upper] = value;
    }

    /**
     * What the best box for each roll is worth: its points and what comes after.
     *
     * @param best receives the values of the 252 rolls from {@link DiceTable#FIRST_ROLL} on
     */
    void bestFill(int openBoxes, int upper, double[] best) {
        Arrays.fill(best, DiceTable.FIRST_ROLL, DiceTable.KEEPS, Double.NEGATIVE_INFINITY);
        for (int box = 0; box < Box.COUNT; box++) {
            if ((openBoxes >> box & 1) == 0) {
                continue;
            }
            for (int roll = 0; roll < DiceTable.ROLLS; roll++) {
                int at = DiceTable.FIRST_ROLL + roll;
                best[at] = Math.max(best[at], fill(openBoxes, upper, roll, box));
            }
        }
    }

    /** What filling one open box with a roll (0 to 251) is worth. */
    double fill(int openBoxes, int upper, int roll, int box) {
        int points = DiceTable.points(roll, box);
        int sum = box < Box.UPPER_COUNT ? Math.min(Card.BONUS_FROM, upper + points) : upper;
        return points + get(openBoxes & ~(1 << box), sum);
    }
}
