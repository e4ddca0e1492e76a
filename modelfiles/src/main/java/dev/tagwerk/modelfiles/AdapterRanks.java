package dev.tagwerk.modelfiles;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * How wide an adapter's bottlenecks are and how strongly they act, module by module.
 *
 * @param rank width where no pattern fits ({@code r})
 * @param alpha numerator of the scale where no pattern fits ({@code lora_alpha})
 * @param rslora whether the scale is alpha / sqrt(rank) rather than alpha / rank ({@code
 *     use_rslora}, <a href="https://arxiv.org/abs/2312.03732">arXiv:2312.03732</a>)
 * @param rankPattern other ranks, by names or regular expressions that fit the end of a module's
 *     path after a dot ({@code rank_pattern}); the first that fits decides
 * @param alphaPattern other alphas, likewise ({@code alpha_pattern})
 */
public record AdapterRanks(
        int rank,
        double alpha,
        boolean rslora,
        Map<String, Integer> rankPattern,
        Map<String, Double> alphaPattern) {
    static final int MAX_RANK = 65_536;

    public AdapterRanks {
        rankPattern = Collections.unmodifiableMap(new LinkedHashMap<>(rankPattern));
        alphaPattern = Collections.unmodifiableMap(new LinkedHashMap<>(alphaPattern));
        requireRank("rank", rank);
        requireAlpha("alpha", alpha);
        rankPattern.forEach((key, value) -> requireRank("rank of pattern " + key, value));
        alphaPattern.forEach((key, value) -> requireAlpha("alpha of pattern " + key, value));
        PythonPattern.Work none = new PythonPattern.Work();
        rankPattern.keySet().forEach(key -> compiled(key, none));
        alphaPattern.keySet().forEach(key -> compiled(key, none));
    }

    /** The same rank and scale everywhere. */
    public static AdapterRanks of(int rank, double alpha, boolean rslora) {
        return new AdapterRanks(rank, alpha, rslora, Map.of(), Map.of());
    }

    private static void requireRank(String field, int rank) {
        if (rank < 1 || rank > MAX_RANK) {
            throw new ModelFilesException(
                    "%s must be a whole number from 1 to %d, but is %d"
                            .formatted(Messages.shortened(field), MAX_RANK, rank));
        }
    }

    private static void requireAlpha(String field, double alpha) {
        if (!(Math.abs(alpha) < Double.POSITIVE_INFINITY)) {
            throw new ModelFilesException(
                    "%s must be a finite number, but is %s"
                            .formatted(Messages.shortened(field), alpha));
        }
    }

    /**
     * Rank and scale of one module.
     *
     * @param rank width of its bottleneck
     * @param alpha numerator of its scale
     * @param scale what the product of its two matrices is multiplied with
     */
    public record Module(int rank, double alpha, double scale) {}

    /** Rank and scale by a module's path; not thread-safe. */
    public Function<String, Module> byModule() {
        PythonPattern.Work work = new PythonPattern.Work();
        Function<String, Integer> ranks = lookup(rankPattern, rank, work);
        Function<String, Double> alphas = lookup(alphaPattern, alpha, work);
        return module -> {
            int own = ranks.apply(module);
            double numerator = alphas.apply(module);
            return new Module(own, numerator, numerator / (rslora ? Math.sqrt(own) : own));
        };
    }

    private static <T> Function<String, T> lookup(
            Map<String, T> values, T otherwise, PythonPattern.Work work) {
        Map<PythonPattern, T> compiled = new LinkedHashMap<>();
        values.forEach((key, value) -> compiled.put(compiled(key, work), value));
        return module -> {
            for (Map.Entry<PythonPattern, T> each : compiled.entrySet()) {
                if (each.getKey().match(module)) {
                    return each.getValue();
                }
            }
            return otherwise;
        };
    }

    /** As in PEFT's {@code get_pattern_key}. */
    private static PythonPattern compiled(String key, PythonPattern.Work work) {
        return PythonPattern.around("(.*\\.)?(", key, ")$", work);
    }
}
