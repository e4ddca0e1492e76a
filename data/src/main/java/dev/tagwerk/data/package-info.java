/**
 * From a file of rows to token ids with the learnt tokens marked.
 *
 * <p>In comes a file (JSONL, one JSON list, gzip of both, CSV, Parquet) of rows in one of the
 * field's shapes: conversations, prompt and completion, text, Alpaca, ShareGPT, decisions; with
 * column names of its own, if need be. Out come checked {@link dev.tagwerk.data.Row rows}, the bad
 * ones with number and reason, and, with a tokenizer, encoded examples: a decision with the
 * position of every option's key token, or a text with the tokens that count in the loss. Rows can
 * also be written again in another shape, and files kept under their digest. Everything drawn at
 * random (order of options, phrasing, split) is a pure function of an explicit seed.
 *
 * <p>Read first: {@link dev.tagwerk.data.DataFile} (file to rows), {@link
 * dev.tagwerk.data.DecisionPrompt} (the decision format, to the letter), {@link
 * dev.tagwerk.data.Encoder} (rows to tokens). {@link dev.tagwerk.data.DataCheck} is what {@code
 * tagwerk data check} prints, {@link dev.tagwerk.data.DataConversion} what {@code data convert}
 * does, {@link dev.tagwerk.data.DataStore} where {@code data push} keeps files.
 */
@NullMarked
package dev.tagwerk.data;

import org.jspecify.annotations.NullMarked;
