/**
 * From a file of rows to token ids with the learnt tokens marked.
 *
 * <p>In comes a JSONL file (plain or gzipped) in one of three shapes: decision rows, {@code
 * prompt}/{@code completion}, {@code text}. Out come checked {@link dev.tagwerk.data.Row rows}, the
 * bad lines with number and reason, and, with a tokenizer, encoded examples: a decision with the
 * position of every option's key token, or a text with the tokens that count in the loss.
 * Everything drawn at random (order of options, phrasing, split) is a pure function of an explicit
 * seed.
 *
 * <p>Read first: {@link dev.tagwerk.data.DataFile} (file to rows), {@link
 * dev.tagwerk.data.DecisionPrompt} (the decision format, to the letter), {@link
 * dev.tagwerk.data.Encoder} (rows to tokens). {@link dev.tagwerk.data.DataCheck} is what {@code
 * tagwerk data check} prints.
 */
@NullMarked
package dev.tagwerk.data;

import org.jspecify.annotations.NullMarked;
