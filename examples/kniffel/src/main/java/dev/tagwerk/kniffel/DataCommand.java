package dev.tagwerk.kniffel;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The command line of {@link KniffelData}. */
final class DataCommand {
    private static final String USAGE =
            """
            usage: KniffelData FOLDER [--positions N] [--held-out N] [--seed N] [--values FILE]
              FOLDER       receives train, validation and heldout .jsonl, each with its regrets
                           and teacher beside it
              --positions  training positions, two rows each (3000)
              --held-out   held-out positions, two rows each (500)
              --seed       the same seed gives the same bytes (42)
              --values     where the solver's values are kept (FOLDER/values.bin)
            """;

    private DataCommand() {}

    static int run(String[] given, PrintStream out, PrintStream err) {
        if (given.length == 0 || given[0].startsWith("-")) {
            err.print(USAGE);
            return 2;
        }
        Path folder = Path.of(given[0]);
        Path values;
        int positions;
        int heldOut;
        long seed;
        try {
            Arguments arguments =
                    Arguments.parse(
                            Arrays.asList(given).subList(1, given.length),
                            List.of("--positions", "--held-out", "--seed", "--values"));
            values = arguments.text("--values").map(Path::of).orElse(folder.resolve("values.bin"));
            positions = arguments.positive("--positions", KniffelData.POSITIONS);
            heldOut = arguments.positive("--held-out", KniffelData.HELD_OUT);
            seed = arguments.whole("--seed", KniffelData.SEED);
        } catch (KniffelException wrong) {
            err.println(wrong.getMessage());
            err.print(USAGE);
            return 2;
        }
        try {
            Optimum optimum = Optimum.cached(values, Runtime.getRuntime().availableProcessors());
            KniffelData.write(folder, optimum, positions, heldOut, seed);
            out.println(
                    "%d training rows and %d held-out rows in %s"
                            .formatted(2 * positions, 2 * heldOut, folder));
            return 0;
        } catch (KniffelException failed) {
            err.println(failed.getMessage());
            return 1;
        }
    }
}
