package dev.tagwerk.model;

import java.util.List;

/** The labels of several texts: the positions that predict them, and their ids. */
record TextLabels(TokenRows batch, long[] targets) {
    static TextLabels of(List<TextInput> rows) {
        int count = rows.stream().mapToInt(TextInput::labels).sum();
        long[] selected = new long[count];
        long[] targets = new long[count];
        int next = 0;
        long start = 0;
        for (TextInput row : rows) {
            for (int i = 1; i < row.ids().length; i++) {
                if (row.learnt()[i]) {
                    selected[next] = start + i - 1;
                    targets[next++] = row.ids()[i];
                }
            }
            start += row.ids().length;
        }
        if (count == 0) {
            throw new ModelException("a batch without a label token has no loss");
        }
        return new TextLabels(
                new TokenRows(rows.stream().map(TextInput::ids).toList(), selected), targets);
    }
}
