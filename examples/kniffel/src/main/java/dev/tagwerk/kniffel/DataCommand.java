package dev.tagwerk.kniffel;

import java.io.PrintStream;
import java.nio.file.Path;

/** The command line of {@link KniffelData}. */
final class DataCommand {
    private static final String USAGE =
            """
            usage: KniffelData FOLDER [--positions N] [--held-out N] [--seed N] [--values FILE]
              FOLDER       receives train.jsonl, validation.jsonl, heldout.jsonl, and their regrets and teachers
              --positions  training positions, two rows each (3000)
              --held-out   held-out positions, two rows each (500)
              --seed       the same seed gives the same bytes (42)
              --values     where the solver's values are kept (FOLDER/values.bin)
            """;

    private DataCommand() {}

    static int run(String[] arguments, PrintStream out, PrintStream err) {
        int positions = KniffelData.POSITIONS;
        int heldOut = KniffelData.HELD_OUT;
        long seed = KniffelData.SEED;
        if (arguments.length == 0 || arguments[0].startsWith("--") || arguments.length % 2 == 0) {
            err.print(USAGE);
            return 2;
        }
        Path folder = Path.of(arguments[0]);
        Path values = folder.resolve("values.bin");
        for (int at = 1; at < arguments.length; at += 2) {
            String value = arguments[at + 1];
            try {
                switch (arguments[at]) {
                    case "--positions" -> positions = positive(value);
                    case "--held-out" -> heldOut = positive(value);
                    case "--seed" -> seed = Long.parseLong(value);
                    case "--values" -> values = Path.of(value);
                    default -> {
                        err.println("unknown option " + arguments[at]);
                        err.print(USAGE);
                        return 2;
                    }
                }
            } catch (NumberFormatException wrong) {
                err.println(arguments[at] + " must be a positive whole number, not " + value);
                return 2;
            }
        }
        try {
            Optimum optimum = Optimum.cached(values, Runtime.getRuntime().availableProcessors());
            KniffelData.write(folder, optimum, positions, heldOut, seed);
            out.printf(
                    "%d training rows and %d held-out rows in %s%n",
                    2 * positions, 2 * heldOut, folder);
            return 0;
        } catch (KniffelException failed) {
            err.println(failed.getMessage());
            return 1;
        }
    }

    private static int positive(String value) {
        int number = Integer.parseInt(value);
        if (number < 1) {
            throw new NumberFormatException("not positive");
        }
        return number;
    }
}
