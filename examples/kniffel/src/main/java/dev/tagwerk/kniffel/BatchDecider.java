package dev.tagwerk.kniffel;

import java.util.List;

/** A player: decides a batch of positions at once, because models are fastest that way. */
@FunctionalInterface
public interface BatchDecider {
    /**
     * Chooses an action for each question.
     *
     * @param questions at least one
     * @return for each question the index of its chosen action
     */
    int[] choose(List<Question> questions);
}
