package dev.tagwerk.kniffel;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Writes decision rows to a folder: {@code train.jsonl}, {@code validation.jsonl} and {@code
 * heldout.jsonl}, and beside each of them {@code .regret.jsonl} and {@code .teacher.jsonl}, aligned
 * by row.
 */
public final class KniffelData {
    /** Training positions without further wish; two rows each. */
    public static final int POSITIONS = 3_000;

    /** Validation positions, for early stopping and calibration; two rows each. */
    public static final int VALIDATION = 250;

    /** Held-out positions without further wish; two rows each. */
    public static final int HELD_OUT = 500;

    /** The seed without further wish. */
    public static final long SEED = 42;

    private static final JsonMapper JSON = new JsonMapper();

    private KniffelData() {}

    /**
     * Writes the files of the three splits; the same arguments give the same bytes. No position
     * occurs twice, within a split or across.
     */
    public static void write(Path folder, Optimum optimum, int positions, int heldOut, long seed) {
        Examples examples = new Examples(optimum);
        try {
            Files.createDirectories(folder);
            write(
                    folder,
                    Split.HELD_OUT,
                    examples.draw(new PositionSource(optimum, Split.HELD_OUT, seed), heldOut));
            write(
                    folder,
                    Split.VALIDATION,
                    examples.draw(new PositionSource(optimum, Split.VALIDATION, seed), VALIDATION));
            write(
                    folder,
                    Split.TRAIN,
                    examples.draw(new PositionSource(optimum, Split.TRAIN, seed), positions));
        } catch (IOException failed) {
            throw new KniffelException(
                    "cannot write data to " + folder + "; choose a folder that can be written",
                    failed);
        }
    }

    private static void write(Path folder, Split split, List<Example> examples) throws IOException {
        StringBuilder rows = new StringBuilder();
        StringBuilder regrets = new StringBuilder();
        StringBuilder teacher = new StringBuilder();
        for (int index = 0; index < examples.size(); index++) {
            Example example = examples.get(index);
            rows.append(row(example)).append('\n');
            regrets.append(numbers(index, "regret", example.regrets(), 1e4)).append('\n');
            teacher.append(numbers(index, "probs", example.teacher(), 1e6)).append('\n');
        }
        put(folder.resolve(split.file() + ".jsonl"), rows);
        put(folder.resolve(split.file() + ".regret.jsonl"), regrets);
        put(folder.resolve(split.file() + ".teacher.jsonl"), teacher);
    }

    static ObjectNode row(Example example) {
        ObjectNode row = JSON.createObjectNode();
        row.put("kind", example.kind());
        row.put("state", example.state());
        row.put("instructions", example.instructions());
        ArrayNode options = row.putArray("options");
        for (Option option : example.options()) {
            options.addArray().add(option.name()).add(option.description());
        }
        row.put("label", example.label());
        row.put("task", "kniffel-" + example.kind());
        return row;
    }

    private static ObjectNode numbers(int index, String key, List<Double> values, double steps) {
        ObjectNode line = JSON.createObjectNode().put("i", index);
        if (values.isEmpty()) {
            return line.putNull(key);
        }
        ArrayNode numbers = line.putArray(key);
        for (double value : values) {
            numbers.add(Math.round(value * steps) / steps);
        }
        return line;
    }

    private static void put(Path file, CharSequence text) throws IOException {
        // Renamed into place, so that nobody reads half a file.
        Path part = file.resolveSibling("." + file.getFileName() + ".part");
        Files.writeString(part, text, StandardCharsets.UTF_8);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Arguments: FOLDER [--positions N] [--held-out N] [--seed N] [--values FILE]. */
    public static void main(String[] arguments) {
        System.exit(DataCommand.run(arguments, System.out, System.err));
    }
}
