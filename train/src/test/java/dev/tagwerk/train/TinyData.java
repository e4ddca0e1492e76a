package dev.tagwerk.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Small data files about dice, the same for the same seed. */
final class TinyData {
    private static final List<String> WORDS =
            List.of(
                    "dice",
                    "pair",
                    "of",
                    "sixes",
                    "keep",
                    "rolling",
                    "box",
                    "bonus",
                    "straight",
                    "house");

    private TinyData() {}

    /** Choices, nouls and scores in turn; every third row has another phrasing, some a weight. */
    static Path decisions(Path file, int rows, long seed) throws IOException {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            String state = "roll " + i + ": " + words(random, 3 + random.nextInt(8));
            lines.add(
                    switch (i % 3) {
                        case 0 ->
                                decision(
                                        random,
                                        "choice",
                                        state,
                                        names(2 + random.nextInt(3)),
                                        ", \"weight\": 1.5");
                        case 1 -> decision(random, "noul", state, List.of("false", "true"), "");
                        default ->
                                decision(
                                        random,
                                        "score",
                                        state,
                                        List.of("0", "1", "2", "3"),
                                        ", \"instruction_variants\": [\"how good is it\", \"rate this\"]");
                    });
        }
        return Files.write(file, lines);
    }

    private static String decision(
            Random random, String kind, String state, List<String> options, String more) {
        String listed =
                String.join(
                        ", ",
                        options.stream().map(o -> "[\"" + o + "\", \"the " + o + "\"]").toList());
        return String.format(
                Locale.ROOT,
                "{\"kind\": \"%s\", \"state\": \"%s\", \"instructions\": \"what now\", \"options\": [%s],"
                        + " \"label\": %d%s}",
                kind,
                state,
                listed,
                random.nextInt(options.size()),
                more);
    }

    private static List<String> names(int count) {
        return WORDS.subList(0, count);
    }

    static Path texts(Path file, int rows, long seed) throws IOException {
        return texts(file, rows, seed, 14);
    }

    /** Texts of at least 2 words and fewer than {@code below}. */
    static Path texts(Path file, int rows, long seed, int below) throws IOException {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            lines.add(
                    "{\"text\": \"roll "
                            + i
                            + ": "
                            + words(random, 2 + random.nextInt(below - 2))
                            + "\"}");
        }
        return Files.write(file, lines);
    }

    static Path completions(Path file, int rows, long seed) throws IOException {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            lines.add(
                    "{\"prompt\": \"roll "
                            + i
                            + ": "
                            + words(random, 2 + random.nextInt(6))
                            + "\", \"completion\": \" "
                            + words(random, 1 + random.nextInt(5))
                            + "\"}");
        }
        return Files.write(file, lines);
    }

    private static String words(Random random, int count) {
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            chosen.add(WORDS.get(random.nextInt(WORDS.size())));
        }
        return String.join(" ", chosen);
    }
}
