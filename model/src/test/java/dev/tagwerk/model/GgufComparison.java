package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.ModelFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** What the tests of the GGUF export have in common: models, and our side of the comparison. */
final class GgufComparison {
    static final int TOKENS = 64;
    private static final Path TINY = Path.of("../examples/tiny-base");

    static final List<String> BEGINNINGS =
            List.of(
                    "The die shows",
                    "A player keeps",
                    "The upper boxes are",
                    "Four of a kind needs",
                    "Dice: 1 2 3 4 5 6\nrolls left 2",
                    "A full house",
                    "The sum of",
                    "In the game of dice",
                    "A die has",
                    "Five dice",
                    "A straight is",
                    "The player rolls",
                    "Three of a kind",
                    "Yahtzee",
                    "6 6 6 6",
                    "1 2 3",
                    "The box",
                    "A small straight counts",
                    "A large straight",
                    "The lower boxes are",
                    "chance counts",
                    "two of five",
                    "The bonus is",
                    "A game has thirteen");

    private GgufComparison() {}

    static LanguageModel open(Path model, Optional<AdapterFolder> adapter) {
        return LanguageModel.open(
                ModelFolder.open(model), adapter, Optional.empty(), Reference.cpu());
    }

    static float[] last(LanguageModel model, int[] prompt) {
        return model.logits(prompt)[prompt.length - 1];
    }

    static int[] greedy(LanguageModel model, int[] prompt, int tokens) {
        return model.generate(prompt, GenerationSettings.greedy(tokens, Set.of()), token -> {});
    }

    static double distance(float[] ours, float[] theirs) {
        assertThat(ours).hasSameSizeAs(theirs);
        double worst = 0;
        double largest = 0;
        for (int i = 0; i < ours.length; i++) {
            worst = Math.max(worst, Math.abs(ours[i] - theirs[i]));
            largest = Math.max(largest, Math.abs(ours[i]));
        }
        return worst / largest;
    }

    /** The trained base with Qwen's pre-tokenizer: llama.cpp does not know its own. */
    static Path tiny(Path folder) throws IOException {
        return Reference.copy(
                TINY,
                folder.resolve("model"),
                "tokenizer.json",
                json ->
                        ((ObjectNode)
                                        json.get("pre_tokenizer")
                                                .get("pretokenizers")
                                                .get(0)
                                                .get("pattern"))
                                .put("Regex", Tokenizers.QWEN2));
    }

    static Path architecture(String name, Path folder) throws IOException {
        Path model = ArchitectureCase.open(name, folder.resolve("case")).model();
        Consumer<ObjectNode> edit =
                config -> {
                    // llama.cpp scales scores by the width of a head.
                    if (config.has("query_pre_attn_scalar")) {
                        config.set("query_pre_attn_scalar", config.get("head_dim"));
                    }
                    if (name.equals("gemma3")) {
                        // llama.cpp's pattern: each of the first five blocks has a window.
                        config.putArray("layer_types")
                                .add("sliding_attention")
                                .add("sliding_attention")
                                .add("sliding_attention");
                    }
                };
        Path copy = Reference.copy(model, folder.resolve(name), "config.json", edit);
        Tokenizers.letters(copy, 40);
        return copy;
    }
}
