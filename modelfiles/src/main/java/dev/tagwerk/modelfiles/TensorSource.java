package dev.tagwerk.modelfiles;

/** Where a model's weights come from, by their names in its files. */
public interface TensorSource {
    /** Whether there is a weight of this name. */
    boolean has(String name);

    /**
     * A weight.
     *
     * @throws ModelFilesException when there is none of this name
     */
    TensorBytes get(String name);
}
