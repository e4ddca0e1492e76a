package dev.tagwerk.kniffel;

import java.util.List;

/** Plays the players of known strength against each other and prints the table. */
public final class KniffelGames {
    private KniffelGames() {}

    /** The players that every table shows, in ascending order of strength. */
    public static List<PlayedGames> reference(Optimum optimum, int count, long seed) {
        return List.of(
                PlayedGames.of("random", Players.random(seed), count, seed),
                PlayedGames.of("greedy", Players.greedy(), count, seed),
                PlayedGames.of(
                        "optimum over candidates",
                        Players.optimumOverCandidates(optimum),
                        count,
                        seed),
                PlayedGames.of("optimum", Players.optimum(optimum), count, seed));
    }

    /** Arguments: [--games N] [--seed N] [--values FILE]. */
    public static void main(String[] arguments) {
        System.exit(GamesCommand.run(arguments, System.out, System.err));
    }
}
