package dev.tagwerk.kniffel;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The words of the prompts: short, because the player reads every token of every decision, and
 * facts of the game only. Nothing here can see a value of the solver.
 */
final class Wording {
    static final String CHOICE = "Which action is best?";
    static final String NOUL = "Rolling again is right.";
    static final String SCORE = "How good does this end?";

    /** The lowest expected result of the levels 1 to 4. */
    static final List<Integer> LEVELS = List.of(180, 215, 235, 250);

    private Wording() {}

    /** Dice, throws left, open boxes, the upper sum against the bonus, and the points. */
    static String state(Position position) {
        Card card = position.card();
        String open = card.boxes().stream().map(Box::word).collect(Collectors.joining(" "));
        int pace = card.pace();
        return "dice %s\nrolls left %d\nopen %s\nupper %d of %d pace %s%d\npoints %d"
                .formatted(
                        position.dice(),
                        position.rollsLeft(),
                        open,
                        card.upper(),
                        Card.BONUS_FROM,
                        pace < 0 ? "-" : "+",
                        Math.abs(pace),
                        card.points());
    }

    /** For a fill its points now; for a keep the open boxes that it was proposed for. */
    static String facts(Position position, Action action) {
        return switch (action) {
            // One form also for a single point: every form more is one more to learn.
            case Action.Fill(Box box) -> box.points(position.dice()) + " points";
            case Action.Keep(Dice kept) -> {
                List<Box> aims =
                        kept.size() == 0
                                ? List.of()
                                : Candidates.aims(
                                        position.card().openBoxes(),
                                        position.dice(),
                                        position.rollsLeft(),
                                        kept);
                yield aims.stream().map(Box::word).collect(Collectors.joining(" "));
            }
        };
    }

    static List<Option> noul() {
        return List.of(
                new Option("false", "fill a box now"), new Option("true", "roll some dice again"));
    }

    static List<Option> score() {
        return List.of(
                new Option("0", "under " + LEVELS.get(0) + " points"),
                new Option("1", between(0)),
                new Option("2", between(1)),
                new Option("3", between(2)),
                new Option("4", LEVELS.get(3) + " or more"));
    }

    private static String between(int level) {
        return LEVELS.get(level) + " to " + (LEVELS.get(level + 1) - 1);
    }

    /** The level of an expected result. */
    static int level(double expectedTotal) {
        int level = 0;
        while (level < LEVELS.size() && expectedTotal >= LEVELS.get(level)) {
            level++;
        }
        return level;
    }
}
