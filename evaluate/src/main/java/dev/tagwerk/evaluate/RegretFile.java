package dev.tagwerk.evaluate;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tagwerk.data.BadRow;
import dev.tagwerk.data.DecisionRow;
import dev.tagwerk.data.ReadRows;
import dev.tagwerk.data.Row;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What each option of each row would cost, read from JSONL lines {@code {"i": row, "regret": [cost,
 * …]}} in canonical option order. {@code i} counts the rows of the data file from 0, bad lines
 * included; {@code null}, or no line, means unknown.
 */
final class RegretFile {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int PROBLEMS_SHOWN = 10;
    private static final int MOST_CHARACTERS = 1 << 20;

    private final Map<Integer, double[]> byLine;

    private RegretFile(Map<Integer, double[]> byLine) {
        this.byLine = byLine;
    }

    static RegretFile none() {
        return new RegretFile(Map.of());
    }

    /**
     * Reads {@code file} for the rows of a data file.
     *
     * @throws EvaluateException naming up to ten wrong lines
     */
    static RegretFile read(Path file, ReadRows data) {
        List<Optional<DecisionRow>> rows = inFileOrder(data);
        Map<Integer, double[]> byLine = new HashMap<>();
        List<String> problems = new ArrayList<>();
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            int number = 0;
            for (String line = lines.readLine();
                    line != null && problems.size() < PROBLEMS_SHOWN;
                    line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    Optional<String> problem = add(line, rows, byLine);
                    if (problem.isPresent()) {
                        problems.add("line " + number + ": " + problem.get());
                    }
                }
            }
        } catch (MalformedInputException e) {
            throw new EvaluateException(file + " is not UTF-8 text", e);
        } catch (IOException e) {
            throw new EvaluateException(
                    "Cannot read the side file of regrets " + file + ": " + e, e);
        }
        if (!problems.isEmpty()) {
            throw new EvaluateException(
                    "the side file of regrets "
                            + file
                            + " is wrong:\n  "
                            + String.join("\n  ", problems)
                            + "\nMake it anew for exactly this data file.");
        }
        return new RegretFile(byLine);
    }

    /** The costs of the row's options. */
    Optional<double[]> of(DecisionRow row) {
        return Optional.ofNullable(byLine.get(row.line()));
    }

    /** Bad lines count as rows too: {@code i} was counted by somebody who took them for rows. */
    static List<Optional<DecisionRow>> inFileOrder(ReadRows data) {
        Map<Integer, DecisionRow> good = new HashMap<>();
        for (DecisionRow row : data.decisions()) {
            good.put(row.line(), row);
        }
        return Stream.concat(
                        data.rows().stream().map(Row::line), data.bad().stream().map(BadRow::line))
                .sorted()
                .distinct()
                .map(line -> Optional.ofNullable(good.get(line)))
                .toList();
    }

    private static Optional<String> add(
            String line, List<Optional<DecisionRow>> rows, Map<Integer, double[]> byLine) {
        if (line.length() > MOST_CHARACTERS) {
            return Optional.of("is longer than 1 MiB");
        }
        JsonNode node;
        try {
            node = JSON.readTree(line);
        } catch (JacksonException e) {
            return Optional.of("is no JSON: " + e.getOriginalMessage());
        }
        JsonNode i = node.path("i");
        if (!i.canConvertToInt() || !i.isIntegralNumber()) {
            return Optional.of("`i` must be the index of a row, a whole number from 0");
        }
        if (i.intValue() < 0 || i.intValue() >= rows.size()) {
            return Optional.of(
                    "`i` is " + i + ", but the data file has " + rows.size() + " rows, from 0");
        }
        JsonNode costs = node.path("regret");
        Optional<DecisionRow> row = rows.get(i.intValue());
        if (costs.isNull() || row.isEmpty()) {
            return Optional.empty();
        }
        int options = row.get().options().size();
        if (!costs.isArray() || costs.size() != options) {
            return Optional.of(
                    "`regret` must be null or a list of "
                            + options
                            + " numbers, one per option of the row at line "
                            + row.get().line());
        }
        double[] values = new double[options];
        for (int k = 0; k < options; k++) {
            values[k] = costs.get(k).isNumber() ? costs.get(k).doubleValue() : Double.NaN;
            if (!Double.isFinite(values[k])) {
                return Optional.of("`regret[" + k + "]` must be a finite number");
            }
        }
        return byLine.put(row.get().line(), values) == null
                ? Optional.empty()
                : Optional.of("`i` " + i + " occurs twice");
    }
}
