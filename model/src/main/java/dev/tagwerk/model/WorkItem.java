package dev.tagwerk.model;

import java.util.List;

/** The share of a batch that one worker takes, with what its loss is made of. */
public sealed interface WorkItem {
    /** Tokens to compute. */
    int tokens();

    /**
     * Next-token cross-entropy, summed over labels.
     *
     * @param rows texts, each with at least one label
     */
    record Text(List<TextInput> rows) implements WorkItem {
        public Text {
            rows = List.copyOf(rows);
        }

        @Override
        public int tokens() {
            return rows.stream().mapToInt(r -> r.ids().length).sum();
        }
    }

    /**
     * Cross-entropy of the head's distribution with a target per option, summed over questions.
     *
     * @param questions the prompts
     * @param targets for each question a weight per option in prompt order: the (smoothed) label,
     *     times the row's weight, plus weighted teacher probabilities
     * @param baseWeights for each question the weight of the frozen base's reading of the option
     *     numbers as a further target, 0 for none
     * @param numberTokens the token ids of "1", "2", ... that the base would answer with
     */
    record Decisions(
            List<DecisionInput> questions,
            List<float[]> targets,
            float[] baseWeights,
            int[] numberTokens)
            implements WorkItem {
        public Decisions {
            questions = List.copyOf(questions);
            targets = List.copyOf(targets);
            if (questions.size() != targets.size() || questions.size() != baseWeights.length) {
                throw new ModelException("each question needs its target and its base weight");
            }
        }

        @Override
        public int tokens() {
            return questions.stream().mapToInt(q -> q.ids().length).sum();
        }
    }
}
