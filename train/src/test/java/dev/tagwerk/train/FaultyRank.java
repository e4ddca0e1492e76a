package dev.tagwerk.train;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** Ranks that hear other orders than they are told. */
final class FaultyRank {
    private FaultyRank() {}

    /** Takes step 5 for another update, so that AdamW corrects its moments differently. */
    static final class OtherUpdate {
        public static void main(String[] arguments) throws IOException {
            hearing(arguments, line -> line.startsWith("step 4 ") ? "step 4 9 0x1.0p0" : line);
        }
    }

    /** Is to sum gradients that it has not computed. */
    static final class OutOfTurn {
        public static void main(String[] arguments) throws IOException {
            hearing(arguments, line -> line.startsWith("step 0 ") ? "sum" : line);
        }
    }

    private static void hearing(String[] arguments, UnaryOperator<String> change)
            throws IOException {
        BufferedReader told =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PipedInputStream heard = new PipedInputStream(1 << 16);
        PipedOutputStream into = new PipedOutputStream(heard);
        System.setIn(heard);
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try (PrintStream lines =
                                    new PrintStream(into, true, StandardCharsets.UTF_8)) {
                                for (String line = told.readLine();
                                        line != null;
                                        line = told.readLine()) {
                                    lines.println(change.apply(line));
                                }
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
        RankMain.main(arguments);
    }
}
