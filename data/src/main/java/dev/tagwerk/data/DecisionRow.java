package dev.tagwerk.data;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A decision to learn: a state, one question about it, and the right option.
 *
 * @param line line of the file, from 1
 * @param kind the kind of question
 * @param state rendered and trimmed text; may be empty
 * @param instructions rendered and trimmed text
 * @param options in canonical order: false, true for a noul; levels 0, 1, … for a score
 * @param label index of the right option in the canonical order
 * @param task a name to group results by
 * @param weight factor on the row's loss; above 0
 * @param instructionVariants other phrasings of the instructions; one is drawn per epoch
 */
public record DecisionRow(
        int line,
        QuestionKind kind,
        String state,
        String instructions,
        List<Option> options,
        int label,
        Optional<String> task,
        double weight,
        List<String> instructionVariants)
        implements Row {

    public DecisionRow {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(instructions, "instructions");
        Objects.requireNonNull(task, "task");
        options = List.copyOf(options);
        instructionVariants = List.copyOf(instructionVariants);
        if (line < 1) {
            throw new DataException("line must be at least 1, not " + line);
        }
        checkOptions(kind, options);
        if (label < 0 || label >= options.size()) {
            throw new DataException(
                    "`label` is "
                            + label
                            + ", but the options are numbered 0 to "
                            + (options.size() - 1));
        }
        if (!(weight > 0) || Double.isInfinite(weight)) {
            throw new DataException("`weight` must be a number above 0, not " + weight);
        }
    }

    /** All distinct phrasings, the row's own first. */
    public List<String> phrasings() {
        Set<String> phrasings = new LinkedHashSet<>();
        phrasings.add(instructions);
        phrasings.addAll(instructionVariants);
        return List.copyOf(phrasings);
    }

    static void checkOptions(QuestionKind kind, List<Option> options) {
        if (options.size() < kind.minimumOptions() || options.size() > kind.maximumOptions()) {
            String range =
                    kind.minimumOptions() == kind.maximumOptions()
                            ? String.valueOf(kind.minimumOptions())
                            : kind.minimumOptions() + " to " + kind.maximumOptions();
            throw new DataException(
                    "a " + kind.word() + " takes " + range + " options, not " + options.size());
        }
        Set<String> seen = new HashSet<>();
        for (int k = 0; k < options.size(); k++) {
            String name = options.get(k).name();
            if (!seen.add(name)) {
                throw new DataException(
                        "option name " + Words.quoted(name) + " occurs twice in `options`");
            }
            Optional<String> expected = expectedName(kind, k);
            if (expected.isPresent() && !expected.get().equals(name)) {
                throw new DataException(
                        "option "
                                + (k + 1)
                                + " of a "
                                + kind.word()
                                + " is named "
                                + Words.quoted(expected.get())
                                + ", not "
                                + Words.quoted(name));
            }
        }
    }

    private static Optional<String> expectedName(QuestionKind kind, int k) {
        return switch (kind) {
            case NOUL -> Optional.of(k == 0 ? "false" : "true");
            case SCORE -> Optional.of(String.valueOf(k));
            case CHOICE -> Optional.empty();
        };
    }
}
