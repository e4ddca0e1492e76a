package dev.tagwerk.model;

import java.util.Set;

/**
 * How to continue a prompt.
 *
 * @param maxNewTokens at most so many
 * @param temperature 0 for greedy
 * @param topP keep the smallest set of tokens with this much probability; 1 for all
 * @param seed for sampling
 * @param stopTokens end after one of these
 */
public record GenerationSettings(
        int maxNewTokens, double temperature, double topP, long seed, Set<Integer> stopTokens) {
    public GenerationSettings {
        stopTokens = Set.copyOf(stopTokens);
        if (maxNewTokens < 1) {
            throw new ModelException("maxNewTokens must be at least 1, not " + maxNewTokens);
        }
        if (!(temperature >= 0) || !(topP > 0 && topP <= 1)) {
            throw new ModelException("temperature must be >= 0 and topP in (0, 1]");
        }
    }

    /** The most likely token each time. */
    public static GenerationSettings greedy(int maxNewTokens, Set<Integer> stopTokens) {
        return new GenerationSettings(maxNewTokens, 0, 1, 0, stopTokens);
    }
}
