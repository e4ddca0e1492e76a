package dev.tagwerk.data;

import java.util.List;

/** What became of a row when it was encoded. */
public sealed interface Encoding {
    /** The row's line in its file, from 1. */
    int line();

    /** A decision, kept. */
    record Decision(DecisionRow row, Presentation presentation, EncodedDecision encoded)
            implements Encoding {
        @Override
        public int line() {
            return row.line();
        }
    }

    /**
     * A text, prompt with completion or conversation, kept.
     *
     * @param fullLength tokens before truncation to the longest allowed length
     * @param boundaryMerged one token holds the end of the prompt and the start of the completion
     */
    record Text(int line, EncodedText encoded, int fullLength, boolean boundaryMerged)
            implements Encoding {
        public boolean truncated() {
            return fullLength > encoded.length();
        }
    }

    /**
     * A conversation, kept as several texts, because its template writes turns differently once
     * others follow.
     */
    record Several(int line, List<Text> texts) implements Encoding {
        public Several {
            texts = List.copyOf(texts);
        }
    }

    /** Left out because it is too long; counted, not an error. */
    record Dropped(int line, int length, String reason) implements Encoding {}

    /** An error in the row or in the settings: training must not start. */
    record Unusable(int line, int length, String reason) implements Encoding {
        /** The same as an exception. */
        public DataException exception() {
            return new DataException("line " + line + ": " + reason);
        }
    }
}
