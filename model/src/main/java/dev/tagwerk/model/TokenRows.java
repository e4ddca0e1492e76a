package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Rows of token ids behind one another, and the flat positions at which hidden states are wanted.
 *
 * <p>A row attends only to itself (causally); its positions start at 0. Rows never hold padding.
 *
 * @param rows token ids, each row at least one token
 * @param selected ascending flat positions whose hidden states the caller wants; all of them when
 *     empty
 */
public record TokenRows(List<int[]> rows, long[] selected) {
    public TokenRows {
        rows = List.copyOf(rows);
        if (rows.isEmpty()) {
            throw new ModelException("rows must not be empty");
        }
        long total = 0;
        for (int[] row : rows) {
            if (row.length == 0) {
                throw new ModelException("a row without a token cannot be computed");
            }
            total += row.length;
        }
        long previous = -1;
        for (long position : selected) {
            if (position <= previous || position >= total) {
                throw new ModelException(
                        "selected positions must ascend and lie in 0.."
                                + (total - 1)
                                + ": "
                                + position);
            }
            previous = position;
        }
    }

    /** All rows, hidden states wanted everywhere. */
    public static TokenRows all(List<int[]> rows) {
        return new TokenRows(rows, new long[0]);
    }

    /** The number of tokens in all rows. */
    public int tokens() {
        return rows.stream().mapToInt(row -> row.length).sum();
    }

    boolean everywhere() {
        return selected.length == 0 || selected.length == tokens();
    }

    long[] flatIds() {
        long[] ids = new long[tokens()];
        int next = 0;
        for (int[] row : rows) {
            for (int id : row) {
                ids[next++] = id;
            }
        }
        return ids;
    }

    long[] flatPositions() {
        long[] positions = new long[tokens()];
        int next = 0;
        for (int[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                positions[next++] = i;
            }
        }
        return positions;
    }

    /** Neighbouring rows of equal length, which attention takes together. */
    List<Run> runs() {
        List<Run> runs = new ArrayList<>();
        int start = 0;
        for (int[] row : rows) {
            Run last = runs.isEmpty() ? null : runs.getLast();
            if (last != null && last.length() == row.length) {
                runs.set(runs.size() - 1, new Run(last.start(), last.count() + 1, row.length));
            } else {
                runs.add(new Run(start, 1, row.length));
            }
            start += row.length;
        }
        return Collections.unmodifiableList(runs);
    }

    record Run(int start, int count, int length) {
        int tokens() {
            return count * length;
        }
    }
}
