package dev.tagwerk.modelfiles;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which modules an adapter changes, and how.
 *
 * @param targets the modules with LoRA pairs ({@code target_modules})
 * @param excluded those of them without ({@code exclude_modules})
 * @param layers the blocks that the targets lie in ({@code layers_to_transform}); empty for all
 * @param saved modules trained and saved whole ({@code modules_to_save}): ends of paths
 */
public record AdapterScope(
        AdapterTargets targets,
        Optional<AdapterTargets> excluded,
        Optional<AdapterLayers> layers,
        List<String> saved) {
    public AdapterScope {
        saved = List.copyOf(saved);
        if (saved.stream().anyMatch(String::isBlank)) {
            throw new ModelFilesException("modules_to_save must not hold an empty name");
        }
        if (layers.isPresent() && !(targets instanceof AdapterTargets.Names)) {
            throw new ModelFilesException(
                    "layers_to_transform needs a list of names as target_modules");
        }
        asPartsOfPaths(saved);
    }

    /** These targets in every block, nothing else. */
    public static AdapterScope of(AdapterTargets targets) {
        return new AdapterScope(targets, Optional.empty(), Optional.empty(), List.of());
    }

    /**
     * Whether a module has a LoRA pair, as PEFT 0.21 decides it ({@code
     * check_target_module_exists}); not thread-safe.
     */
    public Predicate<String> matcher() {
        Predicate<String> targeted = targets.matcher();
        if (layers.isPresent() && targets instanceof AdapterTargets.Names names) {
            Predicate<String> inLayers = layers.get().matcher();
            Predicate<String> named = targeted;
            // A module named in full is meant whatever the blocks.
            targeted =
                    module ->
                            named.test(module)
                                    && (names.names().contains(module) || inLayers.test(module));
        }
        Predicate<String> wanted = targeted;
        Predicate<String> left = excluded.map(AdapterTargets::matcher).orElse(module -> false);
        List<PythonPattern> whole = asPartsOfPaths(saved);
        return module ->
                !left.test(module)
                        && whole.stream().noneMatch(each -> each.match(module))
                        && wanted.test(module);
    }

    /** Whether a module, or one around it, is trained and saved whole ({@code str.endswith}). */
    public boolean savesWhole(String module) {
        for (int end = module.length(); end > 0; end = module.lastIndexOf('.', end - 1)) {
            String path = module.substring(0, end);
            if (saved.stream().anyMatch(path::endsWith)) {
                return true;
            }
        }
        return false;
    }

    private static List<PythonPattern> asPartsOfPaths(List<String> names) {
        PythonPattern.Work work = new PythonPattern.Work();
        return names.stream()
                .map(name -> PythonPattern.around("(^|.*\\.)", name, "($|\\..*)", work))
                .toList();
    }
}
