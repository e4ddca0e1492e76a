package dev.tagwerk.model;

import java.util.List;

/** The labels of several texts: the positions that predict them, and their ids. */
record TextLabels(TokenRows batch, long[] targets) {
    static TextLabels of(List<TextInput> rows) {
        return of(rows, false);
    }

    /**
     * @param share whether beginnings that rows have in common are computed once
     */
    static TextLabels of(List<TextInput> rows, boolean share) {
        List<int[]> ids = rows.stream().map(TextInput::ids).toList();
        List<int[]> predicting = rows.stream().map(TextLabels::predicting).toList();
        int count = rows.stream().mapToInt(TextInput::labels).sum();
        if (count == 0) {
            throw new ModelException("a batch without a label token has no loss");
        }
        long[] targets = new long[count];
        int next = 0;
        for (int row = 0; row < rows.size(); row++) {
            for (int position : predicting.get(row)) {
                targets[next++] = ids.get(row)[position + 1];
            }
        }
        return new TextLabels(SharedPrefixes.of(ids, predicting, share).batch(), targets);
    }

    static int[] predicting(TextInput row) {
        int[] positions = new int[row.labels()];
        int next = 0;
        for (int i = 1; i < row.ids().length; i++) {
            if (row.learnt()[i]) {
                positions[next++] = i - 1;
            }
        }
        return positions;
    }
}
