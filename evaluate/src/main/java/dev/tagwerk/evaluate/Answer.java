package dev.tagwerk.evaluate;

import java.util.List;

/** An answer with the probability of each option, in the question's order. */
public sealed interface Answer {
    List<Double> probabilities();

    /** A statement's probability of being true. */
    record Noul(double probability) implements Answer {
        @Override
        public List<Double> probabilities() {
            return List.of(1 - probability, probability);
        }
    }

    /**
     * One of several options.
     *
     * @param choice the most probable option's name
     * @param options the options' names
     * @param confidence (N·pmax − 1)/(N − 1): 0 when all are equally probable, 1 when one is sure
     */
    record Choice(
            String choice, List<String> options, List<Double> probabilities, double confidence)
            implements Answer {
        public Choice {
            options = List.copyOf(options);
            probabilities = List.copyOf(probabilities);
        }
    }

    /**
     * A level on a scale.
     *
     * @param score the expected level, Σ i·pᵢ
     * @param legend what each level means
     * @param confidence 1 when the distribution is as narrow as training lets it be, 0 when it is
     *     as wide as it can be
     */
    record Score(double score, List<String> legend, List<Double> probabilities, double confidence)
            implements Answer {
        public Score {
            legend = List.copyOf(legend);
            probabilities = List.copyOf(probabilities);
        }
    }

    /** The answer to {@code question} that these probabilities give. */
    static Answer of(Question question, double[] probabilities, double ordinalSmoothing) {
        List<Double> listed = java.util.Arrays.stream(probabilities).boxed().toList();
        return switch (question.kind()) {
            case NOUL -> new Noul(probabilities[1]);
            case CHOICE -> {
                int best = Probabilities.best(probabilities);
                yield new Choice(
                        question.options().get(best).name(),
                        question.options().stream().map(option -> option.name()).toList(),
                        listed,
                        choiceConfidence(probabilities[best], probabilities.length));
            }
            case SCORE ->
                    new Score(
                            expectation(probabilities),
                            question.options().stream()
                                    .map(option -> option.description())
                                    .toList(),
                            listed,
                            scoreConfidence(probabilities, ordinalSmoothing));
        };
    }

    private static double choiceConfidence(double most, int options) {
        return options == 1 ? 1 : (options * most - 1) / (options - 1);
    }

    /** Σ i·pᵢ. */
    static double expectation(double[] probabilities) {
        double sum = 0;
        for (int i = 0; i < probabilities.length; i++) {
            sum += i * probabilities[i];
        }
        return sum;
    }

    /**
     * (σmax − σ)/(σmax − σfloor), σmax = (L − 1)/2, σfloor = √(ordinal smoothing), within 0 to 1.
     */
    static double scoreConfidence(double[] probabilities, double ordinalSmoothing) {
        if (probabilities.length == 1) {
            return 1;
        }
        double mean = expectation(probabilities);
        double variance = 0;
        for (int i = 0; i < probabilities.length; i++) {
            variance += probabilities[i] * (i - mean) * (i - mean);
        }
        double widest = (probabilities.length - 1) / 2.0;
        double narrowest = Math.sqrt(ordinalSmoothing);
        double spread = Math.sqrt(variance);
        if (widest <= narrowest) {
            return spread < widest ? 1 : 0;
        }
        return Math.clamp((widest - spread) / (widest - narrowest), 0, 1);
    }
}
