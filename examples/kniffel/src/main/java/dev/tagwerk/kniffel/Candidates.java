package dev.tagwerk.kniffel;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * The actions that a player is offered. The rule knows the rules of the game and no value of the
 * solver, and is the same in training data and in games: for every open box, the dice that a player
 * keeps who wants this box, and the boxes worth writing down at once.
 */
public final class Candidates {
    /** Never more options than boxes. */
    public static final int MOST = 13;

    private Candidates() {}

    /**
     * At least one action, at most {@link #MOST}, all legal, in canonical order: keeps by size,
     * then fills in the order of the card.
     */
    public static List<Action> of(Position position) {
        return of(position.card().openBoxes(), position.dice(), position.rollsLeft());
    }

    static List<Action> of(int openBoxes, Dice dice, int rollsLeft) {
        List<Action> actions = new ArrayList<>();
        if (rollsLeft > 0) {
            BitSet keeps = new BitSet(DiceTable.FIRST_ROLL);
            keeps.set(Dice.none().index());
            for (int box = 0; box < Box.COUNT; box++) {
                int keep = Wanted.keep(box, dice, rollsLeft);
                if ((openBoxes >> box & 1) != 0 && keep < DiceTable.FIRST_ROLL) {
                    keeps.set(keep);
                }
            }
            keeps.stream().forEach(keep -> actions.add(new Action.Keep(new Dice(keep))));
        }
        for (Box box : fills(openBoxes, dice, rollsLeft, MOST - actions.size())) {
            actions.add(new Action.Fill(box));
        }
        return List.copyOf(actions);
    }

    /** The open boxes that a keep is offered for, in the order of the card. */
    static List<Box> aims(int openBoxes, Dice dice, int rollsLeft, Dice keep) {
        List<Box> aims = new ArrayList<>();
        for (int box = 0; box < Box.COUNT; box++) {
            if ((openBoxes >> box & 1) != 0 && Wanted.keep(box, dice, rollsLeft) == keep.index()) {
                aims.add(Box.at(box));
            }
        }
        return List.copyOf(aims);
    }

    /**
     * What is wanted for each box, once for all rolls: the solver asks for it millions of times.
     */
    private static final class Wanted {
        private static final short[] KEEPS = new short[2 * DiceTable.ROLLS * Box.COUNT];

        static {
            for (int rollsLeft = 1; rollsLeft <= 2; rollsLeft++) {
                for (int roll = 0; roll < DiceTable.ROLLS; roll++) {
                    Dice dice = new Dice(DiceTable.FIRST_ROLL + roll);
                    for (int box = 0; box < Box.COUNT; box++) {
                        KEEPS[at(box, dice, rollsLeft)] =
                                (short) wanted(Box.at(box), dice, rollsLeft).index();
                    }
                }
            }
        }

        static int keep(int box, Dice dice, int rollsLeft) {
            return KEEPS[at(box, dice, rollsLeft)];
        }

        private static int at(int box, Dice dice, int rollsLeft) {
            int roll = dice.index() - DiceTable.FIRST_ROLL;
            return ((rollsLeft - 1) * DiceTable.ROLLS + roll) * Box.COUNT + box;
        }
    }

    private static Dice wanted(Box box, Dice dice, int rollsLeft) {
        return switch (box) {
            case ONES, TWOS, THREES, FOURS, FIVES, SIXES -> all(dice, box.face());
            case THREE_OF_A_KIND -> alike(dice, 3, rollsLeft);
            case FOUR_OF_A_KIND -> alike(dice, 4, rollsLeft);
            case KNIFFEL -> all(dice, mostFrequent(dice));
            case FULL_HOUSE -> house(dice);
            case SMALL_STRAIGHT -> window(dice, 4);
            case LARGE_STRAIGHT -> window(dice, 5);
            case CHANCE -> atLeast(dice, Dice.none(), rollsLeft);
        };
    }

    /** The face that most dice show, the higher of equals. */
    static int mostFrequent(Dice dice) {
        int best = 1;
        for (int face = 2; face <= 6; face++) {
            if (dice.count(face) >= dice.count(best)) {
                best = face;
            }
        }
        return best;
    }

    static Dice all(Dice dice, int face) {
        return add(Dice.none(), face, dice.count(face));
    }

    /** The most frequent face; once there are enough of it, the high dice beside it too. */
    private static Dice alike(Dice dice, int needed, int rollsLeft) {
        Dice same = all(dice, mostFrequent(dice));
        return same.size() >= needed ? atLeast(dice, same, rollsLeft) : same;
    }

    /** Dice above what a new throw brings on average: 3.5 with one throw left, 4.25 with two. */
    private static Dice atLeast(Dice dice, Dice already, int rollsLeft) {
        Dice kept = already;
        for (int face = rollsLeft == 1 ? 4 : 5; face <= 6; face++) {
            kept = add(kept, face, dice.count(face) - already.count(face));
        }
        return kept;
    }

    /** Every face that shows at least twice, three dice of each at most. */
    private static Dice house(Dice dice) {
        Dice kept = Dice.none();
        for (int face = 1; face <= 6; face++) {
            if (dice.count(face) >= 2) {
                kept = add(kept, face, Math.min(3, dice.count(face)));
            }
        }
        return kept;
    }

    /** One of each face within the stretch of faces that holds most, the more open of equals. */
    private static Dice window(Dice dice, int length) {
        Dice best = Dice.none();
        // The middle stretch of a small straight first: it can be completed at both ends.
        int[] starts = length == 4 ? new int[] {2, 3, 1} : new int[] {2, 1};
        for (int start : starts) {
            Dice kept = Dice.none();
            for (int face = start; face < start + length; face++) {
                kept = add(kept, face, Math.min(1, dice.count(face)));
            }
            if (kept.size() > best.size()) {
                best = kept;
            }
        }
        return best;
    }

    private static Dice add(Dice dice, int face, int count) {
        Dice sum = dice;
        for (int added = 0; added < count; added++) {
            sum = sum.plus(face);
        }
        return sum;
    }

    /** With throws left only boxes that score, the best first; with none every open box. */
    private static List<Box> fills(int openBoxes, Dice dice, int rollsLeft, int room) {
        List<Box> open = new ArrayList<>();
        for (int index = 0; index < Box.COUNT; index++) {
            Box box = Box.at(index);
            if ((openBoxes & box.bit()) != 0 && (rollsLeft == 0 || box.points(dice) > 0)) {
                open.add(box);
            }
        }
        if (rollsLeft == 0) {
            return open;
        }
        return open.stream()
                .sorted(Comparator.comparingInt((Box box) -> -box.points(dice)))
                .limit(Math.min(room, 3))
                .sorted()
                .toList();
    }
}
