package dev.tagwerk.modelfiles;

/**
 * A checkpoint by Llama's names, whatever its architecture calls its tensors, and whether or not it
 * was saved with its language model head ({@code model.} before all other names).
 *
 * @param files the checkpoint by its own names
 * @param names how the architecture calls them
 */
public record NamedWeights(TensorSource files, TensorNames names) implements TensorSource {
    @Override
    public boolean has(String name) {
        return files.has(inFile(name));
    }

    @Override
    public TensorBytes get(String name) {
        return files.get(inFile(name));
    }

    /** The name in the file; where the file has neither, the one with the prefix. */
    public String inFile(String name) {
        String own = names.inFile(name);
        String bare = own.startsWith(names.model()) ? own.substring(names.model().length()) : own;
        return !files.has(own) && files.has(bare) ? bare : own;
    }
}
