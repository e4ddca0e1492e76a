package dev.tagwerk.spec;

/** The shape of the rows in a data file. */
public enum DataFormat implements Word {
    /** Told from the keys of the first row. */
    AUTO,
    /** One question with its options and the right one's index. */
    DECISION,
    /** {@code {"messages": [{"role": …, "content": …}, …]}}: the assistant's turns are learnt. */
    MESSAGES,
    /**
     * {@code {"prompt": …, "completion": …}}, both text or both lists of messages: only the
     * completion is learnt.
     */
    PROMPT_COMPLETION,
    /** {@code {"text": …}}: every token is learnt. */
    TEXT,
    /** {@code {"instruction": …, "input": …, "output": …}}: the output is learnt. */
    ALPACA,
    /**
     * {@code {"conversations": [{"from": …, "value": …}, …]}}: the assistant's turns are learnt.
     */
    SHAREGPT
}
