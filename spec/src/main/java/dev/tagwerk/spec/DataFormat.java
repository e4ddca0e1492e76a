package dev.tagwerk.spec;

/** The shape of the rows in a data file. */
public enum DataFormat implements Word {
    /** Told from the keys of the first row. */
    AUTO,
    /** One question with its options and the right one's index. */
    DECISION,
    /** {@code {"prompt": …, "completion": …}}: only the completion is learnt. */
    PROMPT_COMPLETION,
    /** {@code {"text": …}}: every token is learnt. */
    TEXT
}
