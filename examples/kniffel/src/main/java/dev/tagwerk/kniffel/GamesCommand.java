package dev.tagwerk.kniffel;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The command line of {@link KniffelGames}. */
final class GamesCommand {
    private static final String USAGE =
            """
            usage: KniffelGames [--games N] [--seed N] [--values FILE]
              --games   games of each player, on the same dice (1000)
              --seed    the seed of dice, random player and bootstrap (42)
              --values  where the solver's values are kept (solved anew without)
            """;

    private GamesCommand() {}

    static int run(String[] given, PrintStream out, PrintStream err) {
        Optional<Path> values;
        int games;
        long seed;
        try {
            Arguments arguments =
                    Arguments.parse(Arrays.asList(given), List.of("--games", "--seed", "--values"));
            values = arguments.text("--values").map(Path::of);
            games = arguments.positive("--games", 1_000);
            seed = arguments.whole("--seed", 42);
        } catch (KniffelException wrong) {
            err.println(wrong.getMessage());
            err.print(USAGE);
            return 2;
        }
        try {
            int threads = Runtime.getRuntime().availableProcessors();
            long start = System.nanoTime();
            Optimum optimum =
                    values.map(file -> Optimum.cached(file, threads))
                            .orElseGet(() -> Optimum.solve(threads));
            out.println(
                    String.format(
                            Locale.ROOT,
                            "optimum: %.4f points expected (%.1f s)",
                            optimum.expectation(),
                            (System.nanoTime() - start) / 1e9));
            out.println(
                    String.format(
                            Locale.ROOT,
                            "optimum over candidates only: %.4f points expected",
                            Optimum.expectationOverCandidates(threads)));
            out.print(
                    GameReport.of("greedy", KniffelGames.reference(optimum, games, seed), seed)
                            .table());
            return 0;
        } catch (KniffelException failed) {
            err.println(failed.getMessage());
            return 1;
        }
    }
}
