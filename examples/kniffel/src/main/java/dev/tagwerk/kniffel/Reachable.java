package dev.tagwerk.kniffel;

/** Which upper sums can occur with which upper boxes filled; the solver visits no others. */
final class Reachable {
    /** One bit per sum 0 to 63, by the set of upper boxes that are open. */
    private static final long[] SUMS = new long[1 << Box.UPPER_COUNT];

    static {
        int all = SUMS.length - 1;
        SUMS[all] = 1;
        for (int open = all - 1; open >= 0; open--) {
            int face = Integer.numberOfTrailingZeros(~open) + 1;
            long before = SUMS[open | 1 << face - 1];
            for (int sum = 0; sum <= Card.BONUS_FROM; sum++) {
                if ((before >> sum & 1) != 0) {
                    for (int dice = 0; dice <= 5; dice++) {
                        SUMS[open] |= 1L << Math.min(Card.BONUS_FROM, sum + face * dice);
                    }
                }
            }
        }
    }

    private Reachable() {}

    /** How many states there are, of cards open or finished. */
    static int states() {
        int states = 0;
        for (long sums : SUMS) {
            states += Long.bitCount(sums) << (Box.COUNT - Box.UPPER_COUNT);
        }
        return states;
    }

    static boolean upper(int openBoxes, int upper) {
        return upper >= 0
                && upper <= Card.BONUS_FROM
                && (SUMS[openBoxes & SUMS.length - 1] >> upper & 1) != 0;
    }
}
