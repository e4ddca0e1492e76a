package dev.tagwerk.kniffel;

import java.util.ArrayList;
import java.util.List;

/**
 * Which of the offered actions is best at a position.
 *
 * @param position the position, for players who read it directly
 * @param actions the offered actions in canonical order, at least one
 */
public record Question(Position position, List<Action> actions) {
    public Question {
        actions = List.copyOf(actions);
        if (actions.isEmpty()) {
            throw new KniffelException("actions must not be empty");
        }
    }

    /** The question about a position, with the candidates as actions. */
    public static Question about(Position position) {
        return new Question(position, Candidates.of(position));
    }

    /** The state part of the prompt. */
    public String state() {
        return Wording.state(position);
    }

    /** The instructions of the prompt. */
    public String instructions() {
        return Wording.CHOICE;
    }

    /** The options of the prompt, one for each action in order. */
    public List<Option> options() {
        List<Option> options = new ArrayList<>(actions.size());
        for (Action action : actions) {
            options.add(new Option(action.words(), Wording.facts(position, action)));
        }
        return List.copyOf(options);
    }
}
