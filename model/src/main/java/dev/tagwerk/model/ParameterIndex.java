package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * Which trainable tensors belong to which part of the network, as positions in {@link Parameters}.
 */
final class ParameterIndex {
    private final Parameters parameters;
    private final List<List<Integer>> blocks = new ArrayList<>();
    private final List<Integer> trunk = new ArrayList<>();
    private final List<Integer> embedding = new ArrayList<>();
    private final List<Integer> languageHead = new ArrayList<>();
    private final List<Integer> pointerHead = new ArrayList<>();
    private final boolean tiedTokens;
    private boolean wholeInBlocks;

    /**
     * @param tiedEmbeddings whether training the embedding trains the language model head with it
     * @param tiedTokens the same of trained rows of the embedding
     */
    ParameterIndex(Parameters parameters, int layers, boolean tiedEmbeddings, boolean tiedTokens) {
        this.parameters = parameters;
        this.tiedTokens = tiedTokens;
        for (int i = 0; i < layers; i++) {
            blocks.add(new ArrayList<>());
        }
        List<String> names = parameters.names();
        for (int i = 0; i < names.size(); i++) {
            place(names.get(i), i, layers, tiedEmbeddings);
        }
    }

    private void place(String name, int position, int layers, boolean tiedEmbeddings) {
        wholeInBlocks |= beyondFormulas(name);
        int layersAt = name.indexOf("layers.");
        if (layersAt >= 0) {
            String rest = name.substring(layersAt + "layers.".length());
            int block = Integer.parseInt(rest.substring(0, rest.indexOf('.')));
            blocks.get(block).add(position);
            trunk.add(position);
        } else if (name.startsWith("model.norm.")) {
            blocks.get(layers - 1).add(position);
            trunk.add(position);
        } else if (name.equals("model.embed_tokens.weight")) {
            embedding.add(position);
            trunk.add(position);
            if (tiedEmbeddings) {
                languageHead.add(position);
            }
        } else if (name.equals(LoraNames.TOKENS)) {
            embedding.add(position);
            trunk.add(position);
            if (tiedTokens) {
                languageHead.add(position);
            }
        } else if (name.startsWith("embed_tokens.")) {
            embedding.add(position);
            trunk.add(position);
        } else if (name.startsWith(LoraNames.HEAD + ".")) {
            languageHead.add(position);
        } else {
            pointerHead.add(position);
        }
    }

    List<Tensor> leaves(List<Integer> which) {
        return which.stream().map(i -> parameters.leaves().get(i)).toList();
    }

    /** Adds gradients, where there are any, to the worker's buffers. */
    static void addGradients(
            Parameters parameters, int worker, List<Integer> which, List<Tensor> gradients) {
        try (NoGradGuard guard = new NoGradGuard()) {
            List<Tensor> views = parameters.gradientViews(worker);
            for (int i = 0; i < which.size(); i++) {
                if (gradients.get(i).defined()) {
                    views.get(which.get(i)).add_(gradients.get(i));
                }
            }
        }
    }

    /** Adds the gradients of what changes the embedding, if anything does. */
    void embeddingBackward(
            Decoder decoder, Overlay overlay, TokenRows batch, int worker, Tensor arriving) {
        if (!embedding.isEmpty()) {
            Tensor embedded = decoder.embed(batch.flatIds(), overlay);
            addGradients(
                    parameters,
                    worker,
                    embedding,
                    Autograd.gradients(embedded, leaves(embedding), arriving));
        }
    }

    /** Whether training this tensor is more than the formulas written by hand differentiate. */
    static boolean beyondFormulas(String name) {
        return name.startsWith("model.norm.")
                || name.contains("layers.") && !name.contains(".lora_") && !ofLinearMap(name);
    }

    private static boolean ofLinearMap(String name) {
        return Arrays.stream(Slot.values()).anyMatch(slot -> name.endsWith(slot.path() + ".bias"));
    }

    /** The first block in which anything is trained; as many as there are blocks for none. */
    int lowestBlock() {
        int block = 0;
        while (block < blocks.size() && blocks.get(block).isEmpty()) {
            block++;
        }
        return block;
    }

    /**
     * Whether matrices or norms of blocks or the last norm are trained: more than the formulas
     * written by hand differentiate, which are LoRA pairs and biases of linear maps.
     */
    boolean wholeInBlocks() {
        return wholeInBlocks;
    }

    List<Integer> block(int block) {
        return blocks.get(block);
    }

    /** Everything between the ids and the last hidden states. */
    List<Integer> trunk() {
        return trunk;
    }

    List<Integer> embedding() {
        return embedding;
    }

    List<Integer> languageHead() {
        return languageHead;
    }

    List<Integer> pointerHead() {
        return pointerHead;
    }
}
