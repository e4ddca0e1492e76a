package dev.tagwerk.data;

/** One checked row of a data file. */
public sealed interface Row permits AlpacaRow, ChatRow, DecisionRow, PromptCompletionRow, TextRow {
    /** The row's number as its file counts: the line, or the row of a list or table; from 1. */
    int line();
}
