package dev.tagwerk.evaluate;

import dev.tagwerk.data.DecisionPrompt;
import dev.tagwerk.data.DecisionRow;
import dev.tagwerk.data.Option;
import dev.tagwerk.data.QuestionKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One question about a state.
 *
 * @param state may be empty
 * @param options in canonical order: false, true for a noul; lowest level first for a score
 */
public record Question(QuestionKind kind, String state, String instructions, List<Option> options) {
    public Question {
        options = List.copyOf(options);
        if (options.size() < kind.minimumOptions() || options.size() > kind.maximumOptions()) {
            throw new EvaluateException(
                    "options: a "
                            + kind.word()
                            + " takes "
                            + kind.minimumOptions()
                            + (kind.minimumOptions() == kind.maximumOptions()
                                    ? ""
                                    : " to " + kind.maximumOptions())
                            + ", not "
                            + options.size());
        }
        Set<String> names = new HashSet<>();
        for (Option option : options) {
            if (!names.add(option.name())) {
                throw new EvaluateException(
                        "options: the name '" + option.name() + "' occurs twice");
            }
        }
    }

    /** The question of a data row, options in canonical order. */
    public static Question of(DecisionRow row) {
        return new Question(row.kind(), row.state(), row.instructions(), row.options());
    }

    Question withState(String shorter) {
        return new Question(kind, shorter, instructions, options);
    }

    DecisionPrompt prompt() {
        return DecisionPrompt.render(kind, state, instructions, options);
    }
}
