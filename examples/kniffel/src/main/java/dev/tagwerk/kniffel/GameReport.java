package dev.tagwerk.kniffel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Players side by side, each also against a rival on the same dice.
 *
 * @param rival the name of the player whom the others are compared with
 * @param rows one for each player, in the order given
 * @param histogram the distribution of results
 */
public record GameReport(String rival, List<Row> rows, Histogram histogram) {
    /**
     * One player's results.
     *
     * @param player the player's name
     * @param games how many games
     * @param points mean points with their interval
     * @param difference mean points above the rival, over the games that both played
     */
    public record Row(String player, int games, Interval points, Interval difference) {}

    /**
     * Shares of games by points, in classes of equal width.
     *
     * @param start the lower end of the first class
     * @param width the width of each class in points
     * @param players the players' names
     * @param shares for each player the share of games in each class; each player's sum is 1
     */
    public record Histogram(int start, int width, List<String> players, List<List<Double>> shares) {
        public Histogram {
            players = List.copyOf(players);
            shares = shares.stream().map(List::copyOf).toList();
        }
    }

    private static final int CLASS_WIDTH = 20;

    public GameReport {
        rows = List.copyOf(rows);
    }

    /**
     * Compares players who played games under the same seed; where one played fewer games, the
     * first of them are compared.
     *
     * @param rival the name of one of the players
     * @param seed the seed of the bootstrap
     */
    public static GameReport of(String rival, List<PlayedGames> all, long seed) {
        Optional<PlayedGames> other =
                all.stream().filter(played -> played.player().equals(rival)).findFirst();
        if (other.isEmpty()) {
            throw new KniffelException("rival " + rival + " is none of the players");
        }
        List<Row> rows = new ArrayList<>();
        for (PlayedGames played : all) {
            int shared = Math.min(played.points().size(), other.get().points().size());
            rows.add(
                    new Row(
                            played.player(),
                            played.points().size(),
                            Interval.ofMean(played.firstGames(played.points().size()), seed),
                            Interval.ofDifference(
                                    played.firstGames(shared),
                                    other.get().firstGames(shared),
                                    seed)));
        }
        return new GameReport(rival, rows, histogram(all));
    }

    /** The row of a player. */
    public Optional<Row> row(String player) {
        return rows.stream().filter(row -> row.player().equals(player)).findFirst();
    }

    /** The rows as a table for a terminal; every line ends with a line feed. */
    public String table() {
        int width = "player".length();
        for (Row row : rows) {
            width = Math.max(width, row.player().length());
        }
        String format = "%-" + width + "s  %6s  %-22s  %s%n";
        StringBuilder table = new StringBuilder();
        table.append(line(format, "player", "games", "mean points [95 %]", "against " + rival));
        for (Row row : rows) {
            String difference =
                    row.player().equals(rival)
                            ? "-"
                            : (row.difference().mean() > 0 ? "+" : "") + row.difference();
            table.append(
                    line(format, row.player(), row.games() + "", row.points() + "", difference));
        }
        return table.toString();
    }

    private static String line(String format, Object... cells) {
        return String.format(Locale.ROOT, format, cells).replace(System.lineSeparator(), "\n");
    }

    private static Histogram histogram(List<PlayedGames> all) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (PlayedGames played : all) {
            for (double points : played.points()) {
                least = Math.min(least, points);
                most = Math.max(most, points);
            }
        }
        int start = (int) (least / CLASS_WIDTH) * CLASS_WIDTH;
        int classes = (int) (most - start) / CLASS_WIDTH + 1;
        List<List<Double>> shares = new ArrayList<>();
        for (PlayedGames played : all) {
            int[] counts = new int[classes];
            for (double points : played.points()) {
                counts[(int) (points - start) / CLASS_WIDTH]++;
            }
            List<Double> share = new ArrayList<>();
            for (int count : counts) {
                share.add(count / (double) played.points().size());
            }
            shares.add(share);
        }
        return new Histogram(
                start, CLASS_WIDTH, all.stream().map(PlayedGames::player).toList(), shares);
    }
}
