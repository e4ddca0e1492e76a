package dev.tagwerk.kniffel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CandidatesTest {
    private static List<String> words(int openBoxes, int rollsLeft, int... faces) {
        return Candidates.of(openBoxes, Dice.of(faces), rollsLeft).stream()
                .map(Action::words)
                .toList();
    }

    /** Every set of open boxes, every roll, every number of throws left: 6.2 million questions. */
    @Test
    void alwaysOneToThirteenLegalDistinctInOrder() {
        for (int open = 1; open <= Card.ALL_BOXES; open++) {
            for (int roll = DiceTable.FIRST_ROLL; roll < DiceTable.KEEPS; roll++) {
                Dice dice = new Dice(roll);
                for (int rollsLeft = 0; rollsLeft <= 2; rollsLeft++) {
                    check(open, dice, rollsLeft);
                }
            }
        }
    }

    private static void check(int open, Dice dice, int rollsLeft) {
        List<Action> actions = Candidates.of(open, dice, rollsLeft);
        boolean good = !actions.isEmpty() && actions.size() <= Candidates.MOST;
        int before = -1;
        for (Action action : actions) {
            int place =
                    switch (action) {
                        case Action.Keep(Dice kept) -> {
                            good &= rollsLeft > 0 && kept.within(dice);
                            yield kept.index();
                        }
                        case Action.Fill(Box box) -> {
                            good &= (open & box.bit()) != 0;
                            yield DiceTable.KEEPS + box.ordinal();
                        }
                    };
            good &= place > before;
            before = place;
        }
        if (!good) {
            throw new AssertionError(open + ", " + dice + ", " + rollsLeft + ": " + actions);
        }
    }

    @Test
    void withoutThrowsLeftEveryOpenBoxIsOffered() {
        assertThat(words(Card.ALL_BOXES, 0, 1, 2, 3, 4, 6))
                .hasSize(13)
                .allMatch(word -> word.startsWith("fill "));
        assertThat(words(Box.KNIFFEL.bit() | Box.ONES.bit(), 0, 2, 3, 4, 5, 6))
                .containsExactly("fill ones", "fill kniffel");
    }

    @Test
    void keepsAreWhatTheOpenBoxesWant() {
        int open = Box.THREES.bit() | Box.FULL_HOUSE.bit() | Box.LARGE_STRAIGHT.bit();
        assertThat(words(open, 2, 3, 3, 4, 4, 5))
                .containsExactly(
                        "keep nothing", "keep 3 3", "keep 3 4 5", "keep 3 3 4 4", "fill threes");
        assertThat(words(Box.SMALL_STRAIGHT.bit(), 1, 1, 2, 3, 4, 4))
                .contains("keep 1 2 3 4", "fill small straight");
        assertThat(words(Box.CHANCE.bit(), 1, 1, 2, 4, 5, 6))
                .containsExactly("keep nothing", "keep 4 5 6", "fill chance");
        assertThat(words(Box.CHANCE.bit(), 2, 1, 2, 4, 5, 6))
                .containsExactly("keep nothing", "keep 5 6", "fill chance");
    }

    @Test
    void fiveDiceThatFitAreOfferedAsAFillOnly() {
        assertThat(words(Box.KNIFFEL.bit(), 2, 4, 4, 4, 4, 4))
                .containsExactly("keep nothing", "fill kniffel");
    }

    /** The rule loses half a point in a whole game against all legal actions. */
    @Test
    void theBestOfTheCandidatesIsNearlyTheBestOfAll() {
        assertThat(Optimum.expectationOverCandidates(2)).isBetween(245.3, 245.8708);
    }
}
