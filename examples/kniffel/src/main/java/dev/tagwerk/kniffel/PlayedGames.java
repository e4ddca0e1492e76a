package dev.tagwerk.kniffel;

import java.util.Arrays;
import java.util.List;

/**
 * The results of one player.
 *
 * @param player the player's name in tables
 * @param points the final points of each game, bonus included, in order of the games
 */
public record PlayedGames(String player, List<Double> points) {
    public PlayedGames {
        points = List.copyOf(points);
        if (player.isBlank()) {
            throw new KniffelException("player must not be blank");
        }
        if (points.isEmpty()) {
            throw new KniffelException("points must not be empty");
        }
    }

    /** Plays games 0 to count - 1 under the seed. */
    public static PlayedGames of(String name, Player player, int count, long seed) {
        return of(name, player, count, seed, (finished, all) -> {});
    }

    /** As above, with a view of the progress. */
    public static PlayedGames of(
            String name, Player player, int count, long seed, Games.Progress progress) {
        double[] points = Games.play(player, count, seed, progress);
        return new PlayedGames(name, Arrays.stream(points).boxed().toList());
    }

    double[] firstGames(int count) {
        return points.stream().limit(count).mapToDouble(Double::doubleValue).toArray();
    }
}
