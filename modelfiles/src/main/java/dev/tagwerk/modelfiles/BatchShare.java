package dev.tagwerk.modelfiles;

import java.util.List;

/**
 * What one worker computes at once, without what its rows might share.
 *
 * @param lengths tokens of each row, those of one length side by side
 * @param selected positions whose last hidden states are wanted: labels, or options and queries
 */
public record BatchShare(List<Integer> lengths, int selected) {
    public BatchShare {
        lengths = List.copyOf(lengths);
    }

    public long tokens() {
        return lengths.stream().mapToLong(Integer::longValue).sum();
    }

    /** Rows of one length that attention takes together. */
    record Run(long count, long length) {
        long tokens() {
            return count * length;
        }
    }

    List<Run> runs() {
        List<Run> runs = new java.util.ArrayList<>();
        for (int length : lengths) {
            if (!runs.isEmpty() && runs.getLast().length() == length) {
                runs.set(runs.size() - 1, new Run(runs.getLast().count() + 1, length));
            } else {
                runs.add(new Run(1, length));
            }
        }
        return runs;
    }
}
