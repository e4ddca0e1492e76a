package dev.tagwerk.train;

import dev.tagwerk.model.LoraPlan;
import dev.tagwerk.model.Slot;
import dev.tagwerk.modelfiles.AdapterRanks;
import dev.tagwerk.modelfiles.AdapterTargets;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.ModelFilesException;
import dev.tagwerk.spec.LoraSettings;
import dev.tagwerk.spec.Nearest;
import dev.tagwerk.spec.Targets;
import dev.tagwerk.spec.Task;
import dev.tagwerk.spec.TrainedBiases;
import dev.tagwerk.spec.TrainingJob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Whether a model has what a recipe's adapter names. PEFT passes over a name or pattern that fits
 * nothing; here it is a mistake, since nobody writes one to no purpose.
 */
public final class AdapterCheck {
    private static final String HEAD = "lm_head";
    private static final String TARGETS = "recipe.targets";

    private final LoraSettings lora;
    private final ModelConfig config;
    private final boolean decision;
    private final List<Trouble> troubles = new ArrayList<>();

    /**
     * Something that does not fit.
     *
     * @param key its path in the job file
     * @param part the item or inner key that is meant; empty for the whole value
     * @param remedy may be empty
     */
    public record Trouble(String key, String part, String message, String remedy) {}

    private AdapterCheck(TrainingJob job, ModelConfig config) {
        this.lora = job.recipe().lora();
        this.config = config;
        this.decision = job.task() == Task.DECISION;
    }

    /** Everything that does not fit; empty for a recipe that trains no adapter. */
    public static List<Trouble> of(TrainingJob job, ModelConfig config) {
        AdapterCheck check = new AdapterCheck(job, config);
        if (job.recipe().method().adapts()) {
            check.layers();
            check.targets();
            check.lora
                    .excluded()
                    .map(new ExclusionsCheck(check.everything(), check.shortNames())::of)
                    .ifPresent(check.troubles::addAll);
            check.troubles.addAll(SavedModulesCheck.of(job, config));
            if (check.troubles.isEmpty()) {
                check.whole(job);
            }
        }
        return List.copyOf(check.troubles);
    }

    /** How many values the recipe's adapter trains; empty when it does not fit the model. */
    public static Optional<Long> trainable(TrainingJob job, ModelConfig config) {
        return job.recipe().method().adapts() && of(job, config).isEmpty()
                ? Optional.of(RecipeAdapter.unchecked(job, config).trainable(config))
                : Optional.empty();
    }

    private void layers() {
        for (long layer : lora.layers()) {
            if (layer >= config.layers()) {
                trouble(
                        "recipe.layers",
                        String.valueOf(layer),
                        "the model has no block " + layer,
                        "its blocks are 0 to " + (config.layers() - 1));
            }
        }
    }

    private void targets() {
        switch (lora.targets()) {
            case Targets.AllLinear all -> {}
            case Targets.Regex regex -> regex(regex.pattern());
            case Targets.Names names -> names.names().forEach(this::name);
        }
    }

    private void name(String name) {
        if (decision && name.equals(HEAD)) {
            trouble(
                    TARGETS,
                    name,
                    "a decision is read from the decision head: nothing would flow through lm_head",
                    "leave lm_head out");
            return;
        }
        Predicate<String> meant = new AdapterTargets.Names(List.of(name)).matcher();
        if (refusedModule(meant, name, "'" + name + "'")) {
            return;
        }
        if (everything().stream().noneMatch(meant)) {
            trouble(
                    TARGETS,
                    name,
                    "the model has no module named '" + name + "' that an adapter can train",
                    nearest(name)
                            .map(near -> "did you mean " + near + "?")
                            .orElse(
                                    "its modules: "
                                            + String.join(", ", shortNames())
                                            + "; or write all-linear"));
        }
    }

    private void regex(String pattern) {
        Predicate<String> meant;
        try {
            meant = new AdapterTargets.Regex(pattern).matcher();
            if (refusedModule(meant, pattern, "the expression")) {
                return;
            }
            if (everything().stream().noneMatch(meant)) {
                trouble(
                        TARGETS,
                        pattern,
                        "the expression fits no module of the model in full",
                        "a path to fit is " + everything().getFirst());
            }
        } catch (ModelFilesException failure) {
            trouble(TARGETS, pattern, String.valueOf(failure.getMessage()), "");
        }
    }

    /** Modules that PEFT would stop at. */
    private boolean refusedModule(Predicate<String> meant, String part, String what) {
        Optional<String> other = plain().otherPaths(config).stream().filter(meant).findFirst();
        if (other.isPresent()) {
            trouble(
                    TARGETS,
                    part,
                    what + " means " + other.get() + ", which is no linear map",
                    "linear maps are " + String.join(", ", shortNames()));
            return true;
        }
        return false;
    }

    private void whole(TrainingJob job) {
        var ranks = compiled("recipe.rank_pattern", lora.rankPattern());
        var alphas = compiled("recipe.alpha_pattern", lora.alphaPattern());
        if (!troubles.isEmpty()) {
            return;
        }
        try {
            LoraPlan plan = RecipeAdapter.unchecked(job, config);
            List<String> paired = plan.pairedPaths(config);
            saved(plan);
            biases(plan);
            if (!troubles.isEmpty()) {
                return;
            }
            if (paired.isEmpty()) {
                trouble(
                        TARGETS,
                        "",
                        "no module of the chosen blocks is meant, or all are excluded",
                        "");
                return;
            }
            troubles.addAll(new TrainedTokensCheck(lora, config).of(plan));
            outside(paired);
            fitting("recipe.rank_pattern", ranks, paired);
            fitting("recipe.alpha_pattern", alphas, paired);
        } catch (ModelFilesException failure) {
            trouble("recipe", "", String.valueOf(failure.getMessage()), "");
        }
    }

    /** What {@code modules_to_save} trains whole gets no pair. */
    private void saved(LoraPlan plan) {
        Predicate<String> whole = plan.adapter().scope()::savesWhole;
        List<String> written =
                switch (lora.targets()) {
                    case Targets.AllLinear all -> List.of();
                    case Targets.Regex regex -> List.of(regex.pattern());
                    case Targets.Names names -> names.names();
                };
        for (String each : written) {
            Predicate<String> meant =
                    lora.targets() instanceof Targets.Regex
                            ? new AdapterTargets.Regex(each).matcher()
                            : new AdapterTargets.Names(List.of(each)).matcher();
            if (everything().stream().filter(meant).allMatch(whole)) {
                trouble(
                        TARGETS,
                        each,
                        "'"
                                + each
                                + "' gets no pair: modules_to_save trains all that it means whole",
                        "leave it out here or there");
            }
        }
    }

    private void biases(LoraPlan plan) {
        if (lora.bias() != TrainedBiases.NONE && !plan.trainsBiases(config)) {
            boolean all = lora.bias() == TrainedBiases.ALL;
            trouble(
                    "recipe.bias",
                    "",
                    (all ? "the model has no bias" : "no module with a pair has a bias")
                            + ": nothing would be trained by it",
                    "leave bias out");
        }
    }

    /** A module outside of the blocks is meant beside chosen blocks by its whole path alone. */
    private void outside(List<String> paired) {
        if (!(lora.targets() instanceof Targets.Names names) || lora.layers().isEmpty()) {
            return;
        }
        for (String name : names.names()) {
            Predicate<String> meant = new AdapterTargets.Names(List.of(name)).matcher();
            if (paired.stream().noneMatch(meant)) {
                trouble(
                        TARGETS,
                        name,
                        "'" + name + "' lies in none of the blocks that layers chooses",
                        everything().stream()
                                .filter(meant)
                                .findFirst()
                                .map(path -> "write its whole path: " + path)
                                .orElse(""));
            }
        }
    }

    /** Whether a path fits, by pattern. */
    private Map<String, Predicate<String>> compiled(String key, Map<String, ?> patterns) {
        Map<String, Predicate<String>> compiled = new LinkedHashMap<>();
        for (String pattern : patterns.keySet()) {
            try {
                var only = new AdapterRanks(1, 1, false, Map.of(pattern, 2), Map.of()).byModule();
                compiled.put(pattern, path -> only.apply(path).rank() == 2);
            } catch (ModelFilesException failure) {
                trouble(key, pattern, String.valueOf(failure.getMessage()), "");
            }
        }
        return compiled;
    }

    private void fitting(String key, Map<String, Predicate<String>> patterns, List<String> paired) {
        patterns.forEach(
                (pattern, fits) -> {
                    if (paired.stream().noneMatch(fits)) {
                        trouble(
                                key,
                                pattern,
                                "'" + pattern + "' fits no module with an adapter",
                                nearest(pattern)
                                        .map(near -> "did you mean " + near + "?")
                                        .orElse("a path to fit is " + paired.getFirst()));
                    }
                });
    }

    private Optional<String> nearest(String name) {
        return Nearest.to(name, shortNames());
    }

    private List<String> shortNames() {
        return Stream.concat(
                        Slot.of(config).stream().map(Slot::shortName),
                        Stream.of(config.architecture().names().embedding(), HEAD)
                                .limit(decision ? 1 : 2))
                .toList();
    }

    /** Paths of all modules that can have a pair. */
    private List<String> everything() {
        return plain().adaptablePaths(config);
    }

    private LoraPlan plain() {
        return new LoraPlan(1, 1, 0, Set.copyOf(Slot.of(config)), !decision);
    }

    private void trouble(String key, String part, String message, String remedy) {
        troubles.add(new Trouble(key, part, message, remedy));
    }
}
