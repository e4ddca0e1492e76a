package dev.tagwerk.model;

import java.util.Arrays;
import java.util.List;

/**
 * Where the options and queries of several questions stand in a flat batch.
 *
 * @param selected ascending flat positions of all options and queries
 * @param optionIndexes rows of the selected hidden states that are options, question by question
 * @param queryIndexes rows of the selected hidden states that are queries
 * @param rowOfOption the question of each option
 * @param padded for a {@code [rows, mostOptions]} table the index of each option's logit, or the
 *     number of options where there is none
 * @param rows number of questions
 * @param mostOptions the largest number of options
 */
record DecisionLayout(
        long[] selected,
        long[] optionIndexes,
        long[] queryIndexes,
        long[] rowOfOption,
        long[] padded,
        int rows,
        int mostOptions) {

    /** Of prompts that lie one behind another. */
    static DecisionLayout of(List<DecisionInput> questions) {
        return of(questions, packed(questions, false).starts());
    }

    /** How the prompts lie in a batch; with {@code share}, common beginnings once. */
    static SharedPrefixes packed(List<DecisionInput> questions, boolean share) {
        return SharedPrefixes.of(
                questions.stream().map(DecisionInput::ids).toList(),
                questions.stream().map(DecisionLayout::wanted).toList(),
                share);
    }

    static int[] wanted(DecisionInput question) {
        int options = question.optionPositions().length;
        int[] positions = Arrays.copyOf(question.optionPositions(), options + 1);
        positions[options] = question.query();
        return positions;
    }

    /**
     * @param starts flat position of each prompt's token 0, see {@link SharedPrefixes#starts}
     */
    static DecisionLayout of(List<DecisionInput> questions, long[] starts) {
        int options = questions.stream().mapToInt(q -> q.optionPositions().length).sum();
        int most = questions.stream().mapToInt(q -> q.optionPositions().length).max().orElse(0);
        long[] selected = new long[options + questions.size()];
        long[] optionIndexes = new long[options];
        long[] queryIndexes = new long[questions.size()];
        long[] rowOfOption = new long[options];
        long[] padded = new long[questions.size() * most];
        Arrays.fill(padded, options);
        int next = 0;
        int option = 0;
        for (int row = 0; row < questions.size(); row++) {
            DecisionInput question = questions.get(row);
            long start = starts[row];
            for (int k = 0; k < question.optionPositions().length; k++) {
                selected[next] = start + question.optionPositions()[k];
                optionIndexes[option] = next++;
                rowOfOption[option] = row;
                padded[row * most + k] = option++;
            }
            selected[next] = start + question.query();
            queryIndexes[row] = next++;
        }
        return new DecisionLayout(
                selected, optionIndexes, queryIndexes, rowOfOption, padded, questions.size(), most);
    }
}
