package dev.tagwerk.data;

/** One checked row of a data file. */
public sealed interface Row permits ChatRow, DecisionRow, PromptCompletionRow, TextRow {
    /** The line of the file, counted from 1. */
    int line();
}
