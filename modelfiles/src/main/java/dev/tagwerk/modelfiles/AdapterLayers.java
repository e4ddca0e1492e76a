package dev.tagwerk.modelfiles;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The decoder blocks that get LoRA pairs: PEFT's {@code layers_to_transform} and {@code
 * layers_pattern}.
 *
 * @param indexes block numbers from 0, ascending, each once
 * @param patterns names of the list of blocks, as regular expressions ({@code layers}); empty for
 *     whatever stands before a number
 */
public record AdapterLayers(List<Integer> indexes, List<String> patterns) {
    private static final String ANY = ".*?\\.[^.]*\\.(?P<idx>\\d+)\\.";

    public AdapterLayers {
        if (indexes.isEmpty() || indexes.stream().anyMatch(index -> index < 0)) {
            throw new ModelFilesException(
                    "layers_to_transform must hold block numbers from 0 on, not " + indexes);
        }
        indexes = List.copyOf(new TreeSet<>(indexes));
        patterns = List.copyOf(patterns);
        compiled(patterns);
    }

    /** Whether a module lies in one of the blocks; not thread-safe. */
    Predicate<String> matcher() {
        List<PythonPattern> compiled = compiled(patterns);
        return module -> {
            for (PythonPattern pattern : compiled) {
                Optional<String> index = pattern.matchedGroup(module, "idx");
                if (index.isPresent()) {
                    return indexes.stream().anyMatch(each -> index.get().equals("" + each));
                }
            }
            return false;
        };
    }

    /** As in PEFT's {@code check_target_module_exists}: the first pattern that fits decides. */
    private static List<PythonPattern> compiled(List<String> patterns) {
        PythonPattern.Work work = new PythonPattern.Work();
        return patterns.isEmpty()
                ? List.of(PythonPattern.of(ANY, work))
                : patterns.stream()
                        .map(
                                each ->
                                        PythonPattern.of(
                                                "(?:^|.*?\\.)" + each + "\\.(?P<idx>\\d+)\\.",
                                                work))
                        .toList();
    }
}
