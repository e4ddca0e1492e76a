package dev.tagwerk.kniffel;

/** What every keep and every fill is worth within one turn, for one set of open boxes and sum. */
final class TurnValues {
    private final ValueTable table;
    private final int openBoxes;
    private final int upper;

    /** By throws left (1, 2): 462 keeps. */
    private final double[][] keeps = new double[3][];

    /** By throws left (0, 1, 2): the best action for each roll, at its place from 210 on. */
    private final double[][] rolls = new double[3][];

    TurnValues(ValueTable table, int openBoxes, int upper) {
        this.table = table;
        this.openBoxes = openBoxes;
        this.upper = upper;
        rolls[0] = new double[DiceTable.KEEPS];
        table.bestFill(openBoxes, upper, rolls[0]);
        for (int rollsLeft = 1; rollsLeft <= 2; rollsLeft++) {
            keeps[rollsLeft] = rolls[rollsLeft - 1].clone();
            rolls[rollsLeft] = new double[DiceTable.KEEPS];
            DiceTable.expectations(keeps[rollsLeft]);
            DiceTable.bestWithin(keeps[rollsLeft], rolls[rollsLeft]);
        }
    }

    boolean holdsFor(Card card) {
        return card.openBoxes() == openBoxes && card.upper() == upper;
    }

    /** Expected points to come under best play. */
    double best(Dice dice, int rollsLeft) {
        return rolls[rollsLeft][dice.index()];
    }

    /** Expected points to come when the turn ends at once, in the best box. */
    double stop(Dice dice) {
        return rolls[0][dice.index()];
    }

    /** Expected points to come when at least one die is thrown again. */
    double rollAgain(Dice dice, int rollsLeft) {
        double best = Double.NEGATIVE_INFINITY;
        for (int keep = 0; keep < DiceTable.FIRST_ROLL; keep++) {
            if (keeps[rollsLeft][keep] > best && new Dice(keep).within(dice)) {
                best = keeps[rollsLeft][keep];
            }
        }
        return best;
    }

    /** Expected points to come after a legal action, with best play from there. */
    double value(Action action, Dice dice, int rollsLeft) {
        return switch (action) {
            case Action.Keep(Dice kept) -> keeps[rollsLeft][kept.index()];
            case Action.Fill(Box box) ->
                    table.fill(
                            openBoxes, upper, dice.index() - DiceTable.FIRST_ROLL, box.ordinal());
        };
    }
}
