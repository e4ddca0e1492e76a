package dev.tagwerk.kniffel;

import java.util.Arrays;

/**
 * All multisets of none to five dice, sorted by size, with the steps between them. The expectation
 * after throwing the missing dice is taken one die at a time over these steps: a sixth of each
 * neighbour, instead of all 252 outcomes for each of the 462 keeps.
 */
final class DiceTable {
    static final int KEEPS = 462;

    /** The first multiset of five dice. */
    static final int FIRST_ROLL = 210;

    static final int ROLLS = KEEPS - FIRST_ROLL;

    private static final byte[] SIZE = new byte[KEEPS];
    private static final byte[][] COUNTS = new byte[KEEPS][7];
    private static final short[] PLUS = new short[KEEPS * 6];
    private static final short[] MINUS = new short[KEEPS * 6];

    static {
        for (int size = 0; size <= 5; size++) {
            enumerate(new byte[7], 1, size);
        }
        Arrays.fill(PLUS, (short) -1);
        Arrays.fill(MINUS, (short) -1);
        for (int from = 0; from < KEEPS; from++) {
            for (int face = 1; face <= 6; face++) {
                byte[] counts = COUNTS[from].clone();
                counts[face]++;
                for (int to = from + 1; to < KEEPS; to++) {
                    if (Arrays.equals(counts, COUNTS[to])) {
                        PLUS[from * 6 + face - 1] = (short) to;
                        MINUS[to * 6 + face - 1] = (short) from;
                        break;
                    }
                }
            }
        }
    }

    private static int enumerated;

    private DiceTable() {}

    /** Adds every multiset with the counts so far and the rest of higher faces, low faces first. */
    private static void enumerate(byte[] counts, int face, int rest) {
        if (face == 7) {
            if (rest == 0) {
                COUNTS[enumerated] = counts.clone();
                for (byte count : counts) {
                    SIZE[enumerated] += count;
                }
                enumerated++;
            }
            return;
        }
        for (int count = rest; count >= 0; count--) {
            counts[face] = (byte) count;
            enumerate(counts, face + 1, rest - count);
        }
        counts[face] = 0;
    }

    static int size(int dice) {
        return SIZE[dice];
    }

    static int count(int dice, int face) {
        return COUNTS[dice][face];
    }

    /** The dice and one more of the face. */
    static int plus(int dice, int face) {
        int sum = PLUS[dice * 6 + face - 1];
        if (sum < 0) {
            throw new KniffelException("at most five dice");
        }
        return sum;
    }

    /** Points of a roll (0 to 251) in a box. */
    static int points(int roll, int box) {
        return Points.TABLE[roll * Box.COUNT + box];
    }

    /**
     * Spreads values from the rolls of five dice to all smaller keeps: the expectation after the
     * missing dice are thrown.
     *
     * @param values 462 values; those from {@link #FIRST_ROLL} on are given, the others are set
     */
    static void expectations(double[] values) {
        for (int keep = FIRST_ROLL - 1; keep >= 0; keep--) {
            int at = keep * 6;
            values[keep] =
                    (values[PLUS[at]]
                                    + values[PLUS[at + 1]]
                                    + values[PLUS[at + 2]]
                                    + values[PLUS[at + 3]]
                                    + values[PLUS[at + 4]]
                                    + values[PLUS[at + 5]])
                            / 6.0;
        }
    }

    /** Sets {@code best} to the greatest value among all keeps that lie within each multiset. */
    static void bestWithin(double[] values, double[] best) {
        for (int dice = 0; dice < KEEPS; dice++) {
            double value = values[dice];
            for (int at = dice * 6; at < dice * 6 + 6; at++) {
                if (MINUS[at] >= 0) {
                    value = Math.max(value, best[MINUS[at]]);
                }
            }
            best[dice] = value;
        }
    }

    /** Apart, because scoring needs the steps above. */
    private static final class Points {
        static final byte[] TABLE = new byte[ROLLS * Box.COUNT];

        static {
            for (int roll = 0; roll < ROLLS; roll++) {
                for (int box = 0; box < Box.COUNT; box++) {
                    TABLE[roll * Box.COUNT + box] =
                            (byte) Box.at(box).points(new Dice(FIRST_ROLL + roll));
                }
            }
        }
    }
}
