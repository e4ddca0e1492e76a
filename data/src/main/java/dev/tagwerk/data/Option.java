package dev.tagwerk.data;

import java.util.List;
import java.util.Objects;

/**
 * One option of a question.
 *
 * @param name what an answer is keyed by; not empty, on one line
 * @param description free text, may be empty; the prompt folds it to one line
 */
public record Option(String name, String description) {
    private static final List<Option> NOUL =
            List.of(
                    new Option("false", "the statement does not hold for this state"),
                    new Option("true", "the statement holds for this state"));

    public Option {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        if (name.isEmpty()) {
            throw new DataException("option name is empty; give every option a name");
        }
        if (name.indexOf('\n') >= 0 || name.indexOf('\r') >= 0) {
            throw new DataException(
                    "option name "
                            + Words.quoted(name)
                            + " holds a line break; an option is one line of the prompt");
        }
    }

    /** The two options of a {@code noul} question that gives no criteria of its own. */
    public static List<Option> noulDefaults() {
        return NOUL;
    }
}
