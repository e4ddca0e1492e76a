package dev.tagwerk.kniffel;

import java.util.ArrayList;
import java.util.List;

/** Offers the candidates to a decider; does not ask where there is only one. */
record DecidingPlayer(BatchDecider decider) implements Player {
    @Override
    public List<Action> act(List<Position> positions) {
        List<Question> all = positions.stream().map(Question::about).toList();
        List<Question> asked =
                all.stream().filter(question -> question.actions().size() > 1).toList();
        int[] chosen = asked.isEmpty() ? new int[0] : decider.choose(asked);
        if (chosen.length != asked.size()) {
            throw new KniffelException(
                    "the decider answered " + chosen.length + " of " + asked.size() + " questions");
        }
        List<Action> actions = new ArrayList<>(positions.size());
        int next = 0;
        for (Question question : all) {
            List<Action> offered = question.actions();
            int option = offered.size() > 1 ? chosen[next++] : 0;
            if (option < 0 || option >= offered.size()) {
                throw new KniffelException(
                        "the decider chose option " + option + " of " + offered.size());
            }
            actions.add(offered.get(option));
        }
        return actions;
    }
}
