package dev.tagwerk.kniffel;

import java.util.List;

/** Takes an action at each of a batch of positions. */
@FunctionalInterface
public interface Player {
    /**
     * One legal action for each position, in order.
     *
     * @param positions at least one
     */
    List<Action> act(List<Position> positions);
}
