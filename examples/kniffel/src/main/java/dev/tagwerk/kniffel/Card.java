package dev.tagwerk.kniffel;

import java.util.ArrayList;
import java.util.List;

/**
 * The score card between two throws.
 *
 * @param openBoxes the boxes still to fill, one bit each in the order of {@link Box}
 * @param upper the sum in the upper part, counted up to 63, where the bonus is certain
 * @param points all points written down so far, without the bonus
 */
public record Card(int openBoxes, int upper, int points) {
    /** What the upper part must reach for the bonus: three of each face. */
    public static final int BONUS_FROM = 63;

    /** The bonus. */
    public static final int BONUS = 35;

    static final int ALL_BOXES = (1 << Box.COUNT) - 1;

    public Card {
        if (openBoxes < 0 || openBoxes > ALL_BOXES) {
            throw new KniffelException("openBoxes must be a set of 13 boxes, not " + openBoxes);
        }
        if (!Reachable.upper(openBoxes, upper)) {
            throw new KniffelException(
                    "upper cannot be " + upper + " with these boxes filled: " + filled(openBoxes));
        }
        if (points < upper) {
            throw new KniffelException("points must not be below the upper sum, but are " + points);
        }
    }

    /** The empty card at the start of a game. */
    public static Card fresh() {
        return new Card(ALL_BOXES, 0, 0);
    }

    /** Whether the box is still to fill. */
    public boolean open(Box box) {
        return (openBoxes & box.bit()) != 0;
    }

    /** The boxes still to fill, in the order of the card. */
    public List<Box> boxes() {
        return boxes(openBoxes);
    }

    /** Whether every box is filled. */
    public boolean finished() {
        return openBoxes == 0;
    }

    /** The card after five dice were written into an open box. */
    public Card fill(Box box, Dice dice) {
        if (!open(box)) {
            throw new KniffelException(box.word() + " is filled already");
        }
        int gained = box.points(dice);
        int sum = box.upper() ? Math.min(BONUS_FROM, upper + gained) : upper;
        return new Card(openBoxes & ~box.bit(), sum, points + gained);
    }

    /** Points with the bonus, where it is reached: the result once the card is finished. */
    public int total() {
        return points + (upper >= BONUS_FROM ? BONUS : 0);
    }

    /** The upper sum against three of each face in the upper boxes that are filled. */
    int pace() {
        int expected = 0;
        for (Box box : boxes(ALL_BOXES & ~openBoxes)) {
            expected += box.upper() ? 3 * box.face() : 0;
        }
        return upper - expected;
    }

    private static String filled(int openBoxes) {
        return String.join(", ", boxes(ALL_BOXES & ~openBoxes).stream().map(Box::word).toList());
    }

    private static List<Box> boxes(int set) {
        List<Box> boxes = new ArrayList<>();
        for (int box = 0; box < Box.COUNT; box++) {
            if ((set >> box & 1) != 0) {
                boxes.add(Box.at(box));
            }
        }
        return List.copyOf(boxes);
    }
}
