package dev.tagwerk.kniffel;

import java.util.List;

/**
 * One row of the data with what the solver knows about it.
 *
 * @param kind the question's kind as the decision format spells it
 * @param state the state part of the prompt
 * @param instructions the instructions of the prompt
 * @param options the options in canonical order
 * @param label the index of the right option
 * @param regrets points lost by each option against the best; empty for a score, where no points
 *     are at stake
 * @param teacher a probability for each option, softer than the label
 */
record Example(
        String kind,
        String state,
        String instructions,
        List<Option> options,
        int label,
        List<Double> regrets,
        List<Double> teacher) {
    Example {
        options = List.copyOf(options);
        regrets = List.copyOf(regrets);
        teacher = List.copyOf(teacher);
        if (label < 0 || label >= options.size()) {
            throw new KniffelException("label must name one of the options, not " + label);
        }
        if (!regrets.isEmpty() && regrets.size() != options.size()) {
            throw new KniffelException("regrets must be as many as options");
        }
        if (teacher.size() != options.size()) {
            throw new KniffelException("teacher must be as long as options");
        }
    }
}
