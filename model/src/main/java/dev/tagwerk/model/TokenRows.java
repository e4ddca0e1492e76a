package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Rows of token ids behind one another, and the flat positions at which hidden states are wanted.
 *
 * <p>A row attends to itself (causally) and, where it continues another row, to all of that one;
 * its positions start at 0, or behind the row that it continues. Rows never hold padding.
 *
 * @param rows token ids, each row at least one token
 * @param selected ascending flat positions whose hidden states the caller wants; all of them when
 *     empty
 * @param continued for each row the earlier row that it continues, or -1; that one continues none
 */
public record TokenRows(List<int[]> rows, long[] selected, int[] continued) {
    public TokenRows {
        rows = List.copyOf(rows);
        if (continued.length != rows.size()) {
            throw new ModelException(
                    continued.length + " continuations for " + rows.size() + " rows");
        }
        for (int i = 0; i < continued.length; i++) {
            int earlier = continued[i];
            if (earlier < -1 || earlier >= i || earlier >= 0 && continued[earlier] != -1) {
                throw new ModelException("row " + i + " cannot continue row " + earlier);
            }
        }
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

    /** Rows that continue none. */
    public TokenRows(List<int[]> rows, long[] selected) {
        this(rows, selected, standingAlone(rows.size()));
    }

    private static int[] standingAlone(int rows) {
        int[] none = new int[rows];
        Arrays.fill(none, -1);
        return none;
    }

    /** All rows, hidden states wanted everywhere. */
    public static TokenRows all(List<int[]> rows) {
        return new TokenRows(rows, new long[0]);
    }

    /** The number of tokens in all rows. */
    public int tokens() {
        return rows.stream().mapToInt(row -> row.length).sum();
    }

    /** Tokens of the longest row, with those of the row that it continues. */
    int longest() {
        int most = 0;
        for (int row = 0; row < rows.size(); row++) {
            int before = continued[row] < 0 ? 0 : rows.get(continued[row]).length;
            most = Math.max(most, before + rows.get(row).length);
        }
        return most;
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
        for (int row = 0; row < rows.size(); row++) {
            int first = continued[row] < 0 ? 0 : rows.get(continued[row]).length;
            for (int i = 0; i < rows.get(row).length; i++) {
                positions[next++] = first + i;
            }
        }
        return positions;
    }

    /** Whether a row continues another. */
    boolean sharing() {
        return Arrays.stream(continued).anyMatch(earlier -> earlier >= 0);
    }

    /**
     * What attention takes together: neighbouring rows of equal length that continue none and are
     * continued by none, or one row.
     */
    List<Run> runs() {
        boolean[] continuedByOthers = new boolean[rows.size()];
        for (int earlier : continued) {
            if (earlier >= 0) {
                continuedByOthers[earlier] = true;
            }
        }
        List<Run> runs = new ArrayList<>();
        int[] runOf = new int[rows.size()];
        boolean open = false;
        int start = 0;
        for (int i = 0; i < rows.size(); i++) {
            int length = rows.get(i).length;
            boolean alone = continued[i] < 0 && !continuedByOthers[i];
            if (open && alone && runs.getLast().length() == length) {
                Run last = runs.getLast();
                runs.set(
                        runs.size() - 1,
                        new Run(last.start(), last.count() + 1, length, last.continued()));
            } else {
                runs.add(new Run(start, 1, length, continued[i] < 0 ? -1 : runOf[continued[i]]));
            }
            runOf[i] = runs.size() - 1;
            open = alone;
            start += length;
        }
        return Collections.unmodifiableList(runs);
    }

    /**
     * @param start flat position of the first token
     * @param continued the earlier run that this one continues, or -1
     */
    record Run(int start, int count, int length, int continued) {
        /** A run that continues none. */
        Run(int start, int count, int length) {
            this(start, count, length, -1);
        }

        int tokens() {
            return count * length;
        }
    }
}
