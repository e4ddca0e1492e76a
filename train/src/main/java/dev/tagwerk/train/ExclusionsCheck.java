package dev.tagwerk.train;

import dev.tagwerk.modelfiles.AdapterTargets;
import dev.tagwerk.modelfiles.ModelFilesException;
import dev.tagwerk.spec.Nearest;
import dev.tagwerk.spec.Targets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Whether what a recipe excludes is there to be excluded. */
record ExclusionsCheck(List<String> adaptable, List<String> shortNames) {
    private static final String KEY = "recipe.exclude_modules";

    List<AdapterCheck.Trouble> of(Targets excluded) {
        List<AdapterCheck.Trouble> troubles = new ArrayList<>();
        switch (excluded) {
            case Targets.AllLinear all -> {}
            case Targets.Regex regex -> {
                try {
                    Predicate<String> meant = new AdapterTargets.Regex(regex.pattern()).matcher();
                    if (adaptable.stream().noneMatch(meant)) {
                        troubles.add(
                                new AdapterCheck.Trouble(
                                        KEY,
                                        regex.pattern(),
                                        "the expression fits no module of the model in full",
                                        "a path to fit is " + adaptable.getFirst()));
                    }
                } catch (ModelFilesException failure) {
                    troubles.add(
                            new AdapterCheck.Trouble(
                                    KEY,
                                    regex.pattern(),
                                    String.valueOf(failure.getMessage()),
                                    ""));
                }
            }
            case Targets.Names names -> names.names().forEach(name -> name(name, troubles));
        }
        return troubles;
    }

    private void name(String name, List<AdapterCheck.Trouble> troubles) {
        Predicate<String> meant = new AdapterTargets.Names(List.of(name)).matcher();
        if (adaptable.stream().noneMatch(meant)) {
            troubles.add(
                    new AdapterCheck.Trouble(
                            KEY,
                            name,
                            "the model has no module named '"
                                    + name
                                    + "' that an adapter can train",
                            Nearest.to(name, shortNames)
                                    .map(near -> "did you mean " + near + "?")
                                    .orElse("its modules: " + String.join(", ", shortNames))));
        }
    }
}
