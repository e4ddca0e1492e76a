package dev.tagwerk.kniffel;

/**
 * A decision to take: five dice on the table.
 *
 * @param card the score card
 * @param dice the five dice
 * @param rollsLeft throws left in this turn, 0 to 2
 */
public record Position(Card card, Dice dice, int rollsLeft) {
    public Position {
        if (card.finished()) {
            throw new KniffelException("card is finished: there is nothing to decide");
        }
        if (dice.size() != 5) {
            throw new KniffelException("dice must be five, not " + dice.size());
        }
        if (rollsLeft < 0 || rollsLeft > 2) {
            throw new KniffelException("rollsLeft must be 0 to 2, not " + rollsLeft);
        }
    }

    /** Whether the rules allow the action. */
    public boolean legal(Action action) {
        return switch (action) {
            case Action.Keep(Dice kept) -> rollsLeft > 0 && kept.within(dice);
            case Action.Fill(Box box) -> card.open(box);
        };
    }
}
