package dev.tagwerk.train;

import dev.tagwerk.data.DecisionRow;
import dev.tagwerk.model.TextInput;
import java.util.List;

/** What {@code batch_size} counts: one row, or one pack of rows. */
sealed interface Unit {
    /** Tokens, for grouping by length; of a decision its longest presentation. */
    int length();

    /** Lines of the data file, for messages. */
    List<Integer> lines();

    /** Texts that are computed together; each attends to itself only. */
    record Texts(List<TextInput> texts, List<Integer> lines) implements Unit {
        public Texts {
            texts = List.copyOf(texts);
            lines = List.copyOf(lines);
        }

        @Override
        public int length() {
            return texts.stream().mapToInt(t -> t.ids().length).sum();
        }
    }

    /** A decision; how it is shown is drawn anew each epoch. */
    record Decision(DecisionRow row, int length) implements Unit {
        @Override
        public List<Integer> lines() {
            return List.of(row.line());
        }
    }
}
