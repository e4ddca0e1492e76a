package dev.tagwerk.modelfiles;

/**
 * What the tensors of a checkpoint are called. Inside this program every decoder's tensors bear
 * Llama's names ({@code model.layers.0.}...); this turns them into the file's and back.
 *
 * @param model the prefix of everything but the language model head, e.g. {@code model.}
 * @param embedding the embedding below it
 * @param layers the list of blocks below it
 * @param finalNorm the last norm below it
 */
public record TensorNames(String model, String embedding, String layers, String finalNorm) {
    static final TensorNames LLAMA = new TensorNames("model.", "embed_tokens", "layers.", "norm");
    static final TensorNames FALCON =
            new TensorNames("transformer.", "word_embeddings", "h.", "ln_f");

    /** The name in the file of the tensor that is {@code model.layers.0.}... here. */
    public String inFile(String name) {
        return translated(name, LLAMA, this);
    }

    /** The name here of the tensor that is {@code name} in the file. */
    public String fromFile(String name) {
        return translated(name, this, LLAMA);
    }

    private static String translated(String name, TensorNames from, TensorNames to) {
        if (!name.startsWith(from.model)) {
            return name;
        }
        String rest = name.substring(from.model.length());
        if (rest.startsWith(from.layers)) {
            return to.model + to.layers + rest.substring(from.layers.length());
        }
        if (rest.equals(from.embedding) || rest.startsWith(from.embedding + ".")) {
            return to.model + to.embedding + rest.substring(from.embedding.length());
        }
        if (rest.equals(from.finalNorm) || rest.startsWith(from.finalNorm + ".")) {
            return to.model + to.finalNorm + rest.substring(from.finalNorm.length());
        }
        return name;
    }
}
