package dev.tagwerk.kniffel;

import java.util.List;

/**
 * Players of known strength. The greedy player and the optimum over all actions may do what no
 * candidate offers; they are {@link Player}s, asked with the position alone.
 */
public final class Players {
    private Players() {}

    /** Any candidate, each with the same probability. */
    public static Player random(long seed) {
        SeededRandom random = new SeededRandom(seed);
        return offered(question -> random.nextInt(question.actions().size()));
    }

    /**
     * Keeps the most frequent face, the higher of equals, as long as there are throws and dice
     * left; then fills the box that scores most now, the first of equals.
     */
    public static Player greedy() {
        return positions -> positions.stream().map(Players::greedy).toList();
    }

    /** Best play over all legal actions. */
    public static Player optimum(Optimum optimum) {
        return positions -> positions.stream().map(optimum::best).toList();
    }

    /** The best candidate: what a model plays that has learnt every label. */
    public static Player optimumOverCandidates(Optimum optimum) {
        return offered(question -> first(optimum.regrets(question.position(), question.actions())));
    }

    /** With the given probability any candidate, otherwise the best. */
    static Player noisy(Optimum optimum, double probability, SeededRandom random) {
        return offered(
                question ->
                        random.nextDouble() < probability
                                ? random.nextInt(question.actions().size())
                                : first(optimum.regrets(question.position(), question.actions())));
    }

    /** A player who is offered the candidates and decides in batches. */
    public static Player deciding(BatchDecider decider) {
        return new DecidingPlayer(decider);
    }

    private interface One {
        int choose(Question question);
    }

    private static Player offered(One one) {
        return deciding(questions -> questions.stream().mapToInt(one::choose).toArray());
    }

    /** The first option that loses nothing. */
    static int first(double[] regrets) {
        int option = 0;
        while (regrets[option] > 0) {
            option++;
        }
        return option;
    }

    static Action greedy(Position position) {
        Dice kept = Candidates.all(position.dice(), Candidates.mostFrequent(position.dice()));
        if (position.rollsLeft() > 0 && kept.size() < 5) {
            return new Action.Keep(kept);
        }
        List<Box> boxes = position.card().boxes();
        Box best = boxes.getFirst();
        for (Box box : boxes) {
            if (box.points(position.dice()) > best.points(position.dice())) {
                best = box;
            }
        }
        return new Action.Fill(best);
    }
}
