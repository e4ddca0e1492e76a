package dev.tagwerk.modelfiles;

/**
 * A tensor of an adapter that takes the place of one of the base's.
 *
 * @param place the name of the base's tensor in its files
 * @param values the new tensor
 * @param copied whether PEFT trains a copy ({@code modules_to_save}), which leaves another matrix
 *     that is tied to this one as it is; otherwise both change
 */
public record AdapterWhole(String place, TensorBytes values, boolean copied) {}
