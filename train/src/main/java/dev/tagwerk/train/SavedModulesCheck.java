package dev.tagwerk.train;

import dev.tagwerk.model.LoraPlan;
import dev.tagwerk.model.Slot;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.spec.Method;
import dev.tagwerk.spec.Nearest;
import dev.tagwerk.spec.Task;
import dev.tagwerk.spec.TrainingJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Whether a model has the modules that a recipe saves whole, and PEFT could copy them. */
final class SavedModulesCheck {
    private static final String KEY = "recipe.modules_to_save";
    private static final String HEAD = "lm_head";

    private final ModelConfig config;
    private final boolean decision;
    private final boolean quantised;
    private final LoraPlan plan;
    private final List<AdapterCheck.Trouble> troubles = new ArrayList<>();
    private final Set<String> copied = new TreeSet<>();

    private SavedModulesCheck(TrainingJob job, ModelConfig config) {
        this.config = config;
        this.decision = job.task() == Task.DECISION;
        this.quantised = job.recipe().method() == Method.QLORA;
        this.plan = new LoraPlan(1, 1, 0, Set.copyOf(Slot.of(config)), !decision);
    }

    static List<AdapterCheck.Trouble> of(TrainingJob job, ModelConfig config) {
        SavedModulesCheck check = new SavedModulesCheck(job, config);
        job.recipe().lora().modulesToSave().forEach(check::name);
        if (check.troubles.isEmpty()) {
            check.nesting();
        }
        return check.troubles;
    }

    private void name(String name) {
        if (decision && name.equals(HEAD)) {
            trouble(
                    name,
                    "a decision is read from the decision head: nothing would flow through lm_head",
                    "leave lm_head out");
            return;
        }
        List<String> linear = meant(name, plan.adaptablePaths(config));
        List<String> others = meant(name, plan.otherPaths(config));
        Optional<String> all = others.stream().filter(this::holdsBlocks).findFirst();
        if (linear.isEmpty() && others.isEmpty()) {
            trouble(
                    name,
                    "the model has no module whose path ends with '" + name + "'",
                    Nearest.to(name, lastParts())
                            .map(near -> "did you mean " + near + "?")
                            .orElse("known here: " + String.join(", ", lastParts())));
        } else if (all.isPresent()) {
            trouble(
                    name,
                    "'" + name + "' means " + all.get() + ", which holds all blocks",
                    "name parts of it, or set method: full");
        } else if (quantised && (!others.isEmpty() || !linear.isEmpty()) && quantised(name)) {
            trouble(
                    name,
                    "'" + name + "' means matrices of blocks, which qlora keeps in few bits",
                    "save lm_head, "
                            + config.architecture().names().embedding()
                            + " or norms, or set method: lora");
        } else if (saving(name).savedPaths(config).isEmpty()) {
            trouble(name, "'" + name + "' means modules without weights", "leave it out");
        }
        copied.addAll(linear);
        copied.addAll(others);
    }

    private boolean quantised(String name) {
        List<String> linear = plan.adaptablePaths(config);
        String ends = config.architecture().names().embedding();
        return saving(name).savedPaths(config).stream()
                .filter(linear::contains)
                .anyMatch(path -> !path.equals(HEAD) && !path.endsWith(ends));
    }

    /** PEFT copies a module once; a copy within a copy it would not find again. */
    private void nesting() {
        for (String outer : copied) {
            for (String inner : copied) {
                if (inner.startsWith(outer + ".")) {
                    trouble(
                            "",
                            inner + " lies in " + outer + ", which is saved too",
                            "name one of both");
                    return;
                }
            }
        }
    }

    private boolean holdsBlocks(String path) {
        String list = config.architecture().names().layers().replace(".", "");
        return path.equals(list) || path.endsWith("." + list);
    }

    private LoraPlan saving(String name) {
        return RecipeAdapter.saving(plan, List.of(name));
    }

    private static List<String> meant(String name, List<String> paths) {
        return paths.stream().filter(path -> path.endsWith(name)).toList();
    }

    private Set<String> lastParts() {
        Set<String> parts = new TreeSet<>();
        Stream.concat(
                        plan.adaptablePaths(config).stream(),
                        plan.otherPaths(config).stream().filter(path -> !holdsBlocks(path)))
                .map(path -> path.substring(path.lastIndexOf('.') + 1))
                .filter(part -> !part.matches("\\d+"))
                .forEach(parts::add);
        return parts;
    }

    private void trouble(String name, String message, String remedy) {
        troubles.add(new AdapterCheck.Trouble(KEY, name, message, remedy));
    }
}
