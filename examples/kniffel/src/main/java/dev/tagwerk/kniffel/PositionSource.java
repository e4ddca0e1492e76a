package dev.tagwerk.kniffel;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Distinct positions from games of players of all strengths, so that good and poor play are both
 * covered: of each ten games, three by the optimum, two by one who takes any candidate in 10 % of
 * the decisions, two in 30 %, one in 60 %, one by the greedy player, one by the random one.
 */
final class PositionSource {
    /** Of a game's positions only a few are taken: neighbours say the same thing twice. */
    private static final double TAKEN = 0.2;

    private final Optimum optimum;
    private final Split split;
    private final long seed;
    private final Set<Key> known = new HashSet<>();
    private final List<Position> waiting = new ArrayList<>();
    private long game;

    /** What makes two positions the same decision: all but the points written down so far. */
    private record Key(int openBoxes, int upper, Dice dice, int rollsLeft) {}

    PositionSource(Optimum optimum, Split split, long seed) {
        this.optimum = optimum;
        this.split = split;
        this.seed = SeededRandom.of(seed, split.ordinal()).nextLong();
    }

    /** A position of the split, never given before, that offers at least two candidates. */
    Position next() {
        while (waiting.isEmpty()) {
            playOne();
        }
        return waiting.removeLast();
    }

    private void playOne() {
        SeededRandom random = SeededRandom.of(seed, game);
        Player player = player((int) (game % 10), random);
        long dice = random.nextLong();
        game++;
        Games.play(
                player,
                1,
                dice,
                (finished, all) -> {},
                position -> {
                    if (random.nextDouble() < TAKEN
                            && Split.of(position) == split
                            && Candidates.of(position).size() > 1
                            && known.add(key(position))) {
                        waiting.add(position);
                    }
                });
    }

    private Player player(int number, SeededRandom random) {
        return switch (number) {
            case 0, 1, 2 -> Players.optimum(optimum);
            case 3, 4 -> Players.noisy(optimum, 0.1, random);
            case 5, 6 -> Players.noisy(optimum, 0.3, random);
            case 7 -> Players.noisy(optimum, 0.6, random);
            case 8 -> Players.greedy();
            case 9 -> Players.noisy(optimum, 1.0, random);
            default -> throw new IllegalArgumentException("number must be 0 to 9, not " + number);
        };
    }

    private static Key key(Position position) {
        Card card = position.card();
        return new Key(card.openBoxes(), card.upper(), position.dice(), position.rollsLeft());
    }
}
