package dev.tagwerk.train;

import dev.tagwerk.model.LoraPlan;
import dev.tagwerk.model.Slot;
import dev.tagwerk.modelfiles.AdapterBias;
import dev.tagwerk.modelfiles.AdapterConfig;
import dev.tagwerk.modelfiles.AdapterLayers;
import dev.tagwerk.modelfiles.AdapterRanks;
import dev.tagwerk.modelfiles.AdapterScope;
import dev.tagwerk.modelfiles.AdapterTargets;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.spec.LoraSettings;
import dev.tagwerk.spec.ModelRef;
import dev.tagwerk.spec.Targets;
import dev.tagwerk.spec.Task;
import dev.tagwerk.spec.TrainedBiases;
import dev.tagwerk.spec.TrainingJob;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The adapter that a recipe asks for, as PEFT describes it. */
final class RecipeAdapter {
    private RecipeAdapter() {}

    /**
     * What is trained, and what will stand in {@code adapter_config.json}.
     *
     * @throws TrainException when the recipe and the model do not go together
     */
    static LoraPlan plan(TrainingJob job, ModelConfig config) {
        List<AdapterCheck.Trouble> troubles = AdapterCheck.of(job, config);
        if (!troubles.isEmpty()) {
            AdapterCheck.Trouble first = troubles.getFirst();
            throw new TrainException(
                    "unfit_adapter",
                    first.key()
                            + ": "
                            + first.message()
                            + (first.remedy().isEmpty() ? "" : "; " + first.remedy()));
        }
        return unchecked(job, config);
    }

    /** The same without looking whether the model has what the recipe names. */
    static LoraPlan unchecked(TrainingJob job, ModelConfig config) {
        LoraSettings lora = job.recipe().lora();
        boolean causal = job.task() != Task.DECISION;
        return new LoraPlan(
                new AdapterConfig(
                        ranks(lora),
                        lora.dropout(),
                        new AdapterScope(
                                targets(lora.targets(), config),
                                lora.excluded().map(each -> targets(each, config)),
                                layers(lora, config),
                                lora.modulesToSave()),
                        bias(lora.bias()),
                        tokens(lora),
                        false,
                        Optional.of(causal ? "CAUSAL_LM" : "FEATURE_EXTRACTION"),
                        Optional.of(baseName(job)),
                        baseRevision(job)),
                causal);
    }

    /** The same plan with other modules saved whole. */
    static LoraPlan saving(LoraPlan plan, List<String> modules) {
        AdapterConfig one = plan.adapter();
        return new LoraPlan(
                new AdapterConfig(
                        one.ranks(),
                        one.dropout(),
                        new AdapterScope(
                                one.targets(), Optional.empty(), Optional.empty(), modules),
                        one.bias(),
                        one.trainedTokens(),
                        one.tiesWeights(),
                        one.taskType(),
                        one.baseModel(),
                        one.revision()),
                plan.causal());
    }

    private static AdapterRanks ranks(LoraSettings lora) {
        Map<String, Integer> ranks = new LinkedHashMap<>();
        lora.rankPattern().forEach((key, rank) -> ranks.put(key, Math.toIntExact(rank)));
        return new AdapterRanks(
                lora.rank(), lora.alpha(), lora.rslora(), ranks, lora.alphaPattern());
    }

    private static Map<String, List<Integer>> tokens(LoraSettings lora) {
        return lora.trainedTokens().isEmpty()
                ? Map.of()
                : Map.of(
                        "embed_tokens",
                        lora.trainedTokens().stream().map(Math::toIntExact).toList());
    }

    private static AdapterBias bias(TrainedBiases biases) {
        return switch (biases) {
            case NONE -> AdapterBias.NONE;
            case ALL -> AdapterBias.ALL;
            case LORA_ONLY -> AdapterBias.LORA_ONLY;
        };
    }

    /** PEFT writes all-linear as the names that it means. */
    private static AdapterTargets targets(Targets targets, ModelConfig config) {
        return switch (targets) {
            case Targets.AllLinear all ->
                    new AdapterTargets.Names(
                            Slot.of(config).stream().map(Slot::shortName).toList());
            case Targets.Names names -> new AdapterTargets.Names(names.names());
            case Targets.Regex regex -> new AdapterTargets.Regex(regex.pattern());
        };
    }

    /** The list of blocks is named: PEFT's own pattern does not find it in a model without head. */
    private static Optional<AdapterLayers> layers(LoraSettings lora, ModelConfig config) {
        String list = config.architecture().names().layers().replace(".", "");
        return lora.layers().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new AdapterLayers(
                                lora.layers().stream().map(Math::toIntExact).toList(),
                                List.of(list)));
    }

    static String baseName(TrainingJob job) {
        return switch (job.model()) {
            case ModelRef.Folder local -> local.path().toString();
            case ModelRef.Hub hub -> hub.repository();
        };
    }

    static Optional<String> baseRevision(TrainingJob job) {
        return switch (job.model()) {
            case ModelRef.Folder local -> Optional.empty();
            case ModelRef.Hub hub -> hub.revision();
        };
    }
}
