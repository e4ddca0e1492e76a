package dev.tagwerk.train;

import java.util.ArrayList;
import java.util.List;

/**
 * One of the processes that train together.
 *
 * @param number from 0; 0 is the attempt's own process, which decides and writes
 * @param of how many there are
 */
record Rank(int number, int of) {
    static final Rank ALONE = new Rank(0, 1);

    Rank {
        if (number < 0 || number >= of) {
            throw new IllegalArgumentException(
                    "rank: must be from 0 to " + (of - 1) + ", not " + number);
        }
    }

    /** What this rank takes of things that all share: every one whose turn it is. */
    <T> List<T> own(List<? extends T> all) {
        List<T> own = new ArrayList<>();
        for (int i = number; i < all.size(); i += of) {
            own.add(all.get(i));
        }
        return own;
    }
}
