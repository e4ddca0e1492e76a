package dev.tagwerk.market;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The GPUs that are known, found by any of the names that clouds, tools and people give them. */
public final class Gpus {
    private static final List<Gpu> ALL = Table.read("gpus.tsv").map(Gpu::of);
    private static final Map<String, List<Gpu>> BY_KEY = byKey();

    /** A count beside the name: "T4:1", "T4 x2", "8x H100". */
    private static final Pattern COUNT =
            Pattern.compile("(:|\\s+[xX*]\\s?)\\d{1,2}$|^\\d{1,2}\\s?[xX*]\\s+");

    /** Words before a GPU's own name. */
    private static final List<String> MAKERS = List.of("nvidia", "tesla", "geforce", "quadro");

    private Gpus() {}

    /** All, in the table's order. */
    public static List<Gpu> all() {
        return ALL;
    }

    /**
     * The GPU of that name, or of the machine of that name: "T4", "NVIDIA T4", "nvidia-tesla-t4",
     * "Standard_NC8as_T4_v3", "Consumption-GPU-NC8as-T4", "h100-1-gpu", "T4:1".
     *
     * <p>A name that does not say which memory ("A100", "V100") gives the card with the least: what
     * fits there fits the others. {@link #matching} gives them all.
     */
    public static Optional<Gpu> find(String text) {
        return matching(text).stream().min(Comparator.comparingInt(Gpu::memoryGb));
    }

    /** Every GPU that the text may mean; none when it is no GPU that is known. */
    public static List<Gpu> matching(String text) {
        String key = Names.key(COUNT.matcher(text.strip()).replaceAll(""));
        for (String tried : spellings(key)) {
            List<Gpu> found = BY_KEY.get(tried);
            if (found != null) {
                return found;
            }
        }
        return Machines.find(text).flatMap(Machine::gpu).map(List::of).orElse(List.of());
    }

    private static Set<String> spellings(String key) {
        Set<String> spellings = new LinkedHashSet<>();
        spellings.add(key);
        String bare = key;
        for (String maker : MAKERS) {
            bare = bare.startsWith(maker) ? bare.substring(maker.length()) : bare;
            spellings.add(bare);
        }
        spellings.add("rtx" + bare);
        return spellings;
    }

    private static Map<String, List<Gpu>> byKey() {
        Map<String, List<Gpu>> byKey = new HashMap<>();
        for (Gpu gpu : ALL) {
            Set<String> keys = new LinkedHashSet<>();
            keys.add(Names.key(gpu.name()));
            keys.add(Names.key(gpu.family()));
            gpu.aliases().forEach(alias -> keys.add(Names.key(alias)));
            keys.forEach(key -> byKey.computeIfAbsent(key, none -> new ArrayList<>()).add(gpu));
        }
        byKey.replaceAll((key, gpus) -> List.copyOf(gpus));
        return Map.copyOf(byKey);
    }
}
