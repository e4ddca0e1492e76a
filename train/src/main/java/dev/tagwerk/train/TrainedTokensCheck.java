package dev.tagwerk.train;

import dev.tagwerk.model.LoraPlan;
import dev.tagwerk.modelfiles.AdapterTargets;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.spec.LoraSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Whether a model has the tokens that a recipe trains, and nothing else trains their rows. */
record TrainedTokensCheck(LoraSettings lora, ModelConfig config) {
    private static final String KEY = "recipe.trainable_token_indices";

    /**
     * Everything that does not fit.
     *
     * @param plan the recipe's adapter
     */
    List<AdapterCheck.Trouble> of(LoraPlan plan) {
        List<AdapterCheck.Trouble> troubles = new ArrayList<>();
        if (lora.trainedTokens().isEmpty()) {
            return troubles;
        }
        for (long token : lora.trainedTokens()) {
            if (token >= config.vocabSize()) {
                troubles.add(
                        new AdapterCheck.Trouble(
                                KEY,
                                String.valueOf(token),
                                "the model has no token " + token,
                                "its tokens are 0 to " + (config.vocabSize() - 1)));
            }
        }
        List<String> matrices = new ArrayList<>(List.of(config.architecture().names().embedding()));
        if (config.tiedEmbeddings()) {
            matrices.add("lm_head");
        }
        var meant = new AdapterTargets.Names(matrices).matcher();
        Stream.concat(plan.pairedPaths(config).stream(), plan.savedPaths(config).stream())
                .filter(meant)
                .findFirst()
                .ifPresent(
                        path ->
                                troubles.add(
                                        new AdapterCheck.Trouble(
                                                KEY,
                                                "",
                                                path + " is trained as a whole already",
                                                "leave one of both out")));
        return troubles;
    }
}
