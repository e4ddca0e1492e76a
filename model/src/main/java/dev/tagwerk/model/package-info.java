/**
 * Tensors on libtorch: the decoder, its LoRA adapters and the pointer head.
 *
 * <p>In come a model folder's weights and configuration (module {@code modelfiles}) and token ids;
 * out go hidden states, logits, losses' gradients and generated tokens. Nothing here knows of jobs,
 * data sets or run folders.
 *
 * <p>Read first: {@link dev.tagwerk.model.Decoder} (the network), {@link
 * dev.tagwerk.model.LanguageModel} (the door for inference), {@link dev.tagwerk.model.Libtorch}
 * (how the natives are loaded).
 *
 * <p>Layout: the rows of a batch lie behind one another in one flat tensor {@code [tokens,
 * hidden]}, without padding; attention runs row by row (rows of equal length together). Matrix
 * products therefore never see a padding token, and packed rows are just more rows.
 *
 * <p>Native memory has an owner: each public call opens a {@code PointerScope}; what outlives it
 * says so.
 */
@NullMarked
package dev.tagwerk.model;

import org.jspecify.annotations.NullMarked;
