package dev.tagwerk.kniffel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Games in lockstep: at every step all games that are not finished decide together, as one batch.
 * The dice of a game come from its own seed (the dice of a throw do not depend on what was kept),
 * so that players are compared on the same dice.
 */
public final class Games {
    /** Told after each batch how many of the games' turns are finished. */
    @FunctionalInterface
    public interface Progress {
        void turns(int finished, int all);
    }

    private Games() {}

    /** The final points, bonus included, of games 0 to count - 1 under the seed. */
    public static double[] play(Player player, int count, long seed) {
        return play(player, count, seed, (finished, all) -> {}, position -> {});
    }

    /** As above, with a view of the progress. */
    public static double[] play(Player player, int count, long seed, Progress progress) {
        return play(player, count, seed, progress, position -> {});
    }

    static double[] play(
            Player player, int count, long seed, Progress progress, Consumer<Position> seen) {
        if (count < 1) {
            throw new KniffelException("count must be at least 1, not " + count);
        }
        List<Game> games = new ArrayList<>(count);
        for (int game = 0; game < count; game++) {
            games.add(new Game(SeededRandom.of(seed, game)));
        }
        List<Game> open = games;
        while (!open.isEmpty()) {
            List<Position> positions = open.stream().map(Game::position).toList();
            positions.forEach(seen);
            List<Action> actions = player.act(positions);
            if (actions.size() != positions.size()) {
                throw new KniffelException(
                        "the player took "
                                + actions.size()
                                + " actions at "
                                + positions.size()
                                + " positions");
            }
            for (int game = 0; game < positions.size(); game++) {
                open.get(game).take(actions.get(game));
            }
            open = open.stream().filter(game -> !game.finished()).toList();
            progress.turns(games.stream().mapToInt(Game::turnsFinished).sum(), count * Box.COUNT);
        }
        return games.stream().mapToDouble(game -> game.card.total()).toArray();
    }

    private static final class Game {
        /** Faces by turn, throw and die. */
        private final int[][][] thrown = new int[Box.COUNT][3][5];

        private Card card = Card.fresh();
        private Dice dice;
        private int rollsLeft = 2;

        Game(SeededRandom random) {
            for (int[][] turn : thrown) {
                for (int[] faces : turn) {
                    for (int die = 0; die < faces.length; die++) {
                        faces[die] = random.nextFace();
                    }
                }
            }
            dice = Dice.of(thrown[0][0]);
        }

        Position position() {
            return new Position(card, dice, rollsLeft);
        }

        int turnsFinished() {
            return Box.COUNT - card.boxes().size();
        }

        boolean finished() {
            return card.finished();
        }

        void take(Action action) {
            Position position = position();
            if (!position.legal(action)) {
                throw new KniffelException(action.words() + " is not legal at " + position);
            }
            switch (action) {
                case Action.Keep(Dice kept) -> {
                    int[] faces = thrown[turnsFinished()][3 - rollsLeft];
                    Dice next = kept;
                    for (int die = 0; next.size() < 5; die++) {
                        next = next.plus(faces[die]);
                    }
                    dice = next;
                    rollsLeft--;
                }
                case Action.Fill(Box box) -> {
                    card = card.fill(box, dice);
                    if (!card.finished()) {
                        dice = Dice.of(thrown[turnsFinished()][0]);
                        rollsLeft = 2;
                    }
                }
            }
        }
    }
}
