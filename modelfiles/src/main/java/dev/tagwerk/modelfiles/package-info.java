/**
 * The files of a model, without libtorch: weights (safetensors, one file or shards), {@code
 * config.json}, {@code tokenizer.json}, chat templates, LoRA adapters in PEFT's layout, and the
 * local Hugging Face cache that they usually lie in.
 *
 * <p>In: a folder. Out: checked values. Nothing in a file is believed before it is checked, since a
 * model folder comes from strangers; whatever is wrong ends in a {@link
 * dev.tagwerk.modelfiles.ModelFilesException} that names the file, the place in it, the reason and
 * what to do. What this version cannot honour (an architecture, a key of the configuration, a LoRA
 * variant) is refused by name, never ignored. Nothing here ever opens a network connection.
 *
 * <p>Read first: {@link dev.tagwerk.modelfiles.ModelFolder} (the door), {@link
 * dev.tagwerk.modelfiles.SafetensorsFile} (how untrusted bytes become tensors), {@link
 * dev.tagwerk.modelfiles.AdapterFolder} (what a training run leaves behind).
 */
@NullMarked
package dev.tagwerk.modelfiles;

import org.jspecify.annotations.NullMarked;
