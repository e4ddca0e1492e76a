package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A teacher's distributions over the options of decision rows, in canonical order, read from JSONL
 * lines {@code {"i": row, "probs": [p, …]}}. {@code i} counts the rows of the training file from 0;
 * rows without a line have no teacher.
 */
public final class TeacherFile {
    private static final double SUM_TOLERANCE = 1e-3;
    private static final int PROBLEMS_SHOWN = 10;

    private final Map<Integer, double[]> byLine;

    private TeacherFile(Map<Integer, double[]> byLine) {
        this.byLine = byLine;
    }

    /**
     * Reads {@code file} for the rows of a training file.
     *
     * @throws DataException naming up to ten wrong lines
     */
    public static TeacherFile read(Path file, ReadRows training) {
        return read(file, training, ReadLimits.defaults());
    }

    static TeacherFile read(Path file, ReadRows training, ReadLimits limits) {
        List<Optional<DecisionRow>> rows = inFileOrder(training);
        Map<Integer, double[]> byLine = new HashMap<>();
        List<BadRow> bad = new ArrayList<>();
        try (LineRows lines = new LineRows(ByteSource.open(file, limits), limits)) {
            while (bad.size() < limits.badRows() && lines.next()) {
                try {
                    add(lines.row(), rows, byLine);
                } catch (JsonLine.Fault fault) {
                    bad.add(new BadRow(lines.number(), fault.reason()));
                }
            }
        }
        if (!bad.isEmpty()) {
            throw new DataException(problems(file, bad));
        }
        return new TeacherFile(byLine);
    }

    /** The teacher's probabilities for {@code row}, in canonical order, summing to 1. */
    public Optional<double[]> probabilities(DecisionRow row) {
        double[] probabilities = byLine.get(row.line());
        return probabilities == null ? Optional.empty() : Optional.of(probabilities.clone());
    }

    /** How many rows have a teacher. */
    public int size() {
        return byLine.size();
    }

    /** Bad lines count as rows too: {@code i} was counted by somebody who took them for rows. */
    private static List<Optional<DecisionRow>> inFileOrder(ReadRows training) {
        Map<Integer, DecisionRow> good = new HashMap<>();
        for (DecisionRow row : training.decisions()) {
            good.put(row.line(), row);
        }
        return Stream.concat(
                        training.rows().stream().map(Row::line),
                        training.bad().stream().map(BadRow::line))
                .sorted()
                .distinct()
                .map(line -> Optional.ofNullable(good.get(line)))
                .toList();
    }

    private static void add(
            ObjectNode line, List<Optional<DecisionRow>> rows, Map<Integer, double[]> byLine)
            throws JsonLine.Fault {
        JsonNode i = line.path("i");
        if (!i.isIntegralNumber()) {
            throw new JsonLine.Fault(
                    "`i` must be the index of a training row (a whole number from 0), not "
                            + Content.typeName(i));
        }
        if (!i.canConvertToInt() || i.intValue() < 0 || i.intValue() >= rows.size()) {
            throw new JsonLine.Fault(
                    "`i` is "
                            + i.asText()
                            + ", but the training file has "
                            + Words.counted(rows.size(), "row")
                            + ", counted from 0");
        }
        Optional<DecisionRow> row = rows.get(i.intValue());
        if (row.isEmpty()) {
            throw new JsonLine.Fault("`i` is " + i + ", but that training row is unusable");
        }
        double[] probabilities = probabilities(line.path("probs"), row.get());
        if (byLine.put(row.get().line(), probabilities) != null) {
            throw new JsonLine.Fault("`i` " + i + " occurs twice");
        }
    }

    private static double[] probabilities(JsonNode probs, DecisionRow row) throws JsonLine.Fault {
        if (!probs.isArray()) {
            throw new JsonLine.Fault(
                    "`probs` must be a list of numbers, not " + Content.typeName(probs));
        }
        if (probs.size() != row.options().size()) {
            throw new JsonLine.Fault(
                    "`probs` has "
                            + Words.counted(probs.size(), "number")
                            + ", but the row at line "
                            + row.line()
                            + " of the training file has "
                            + Words.counted(row.options().size(), "option"));
        }
        double[] probabilities = new double[probs.size()];
        double sum = 0;
        for (int k = 0; k < probabilities.length; k++) {
            JsonNode p = probs.get(k);
            double value = p.isNumber() ? p.doubleValue() : Double.NaN;
            if (!(value >= 0 && value <= 1 + SUM_TOLERANCE)) {
                throw new JsonLine.Fault(
                        "`probs["
                                + k
                                + "]` must be a probability from 0 to 1, not "
                                + (p.isNumber() ? p.asText() : Content.typeName(p)));
            }
            probabilities[k] = value;
            sum += value;
        }
        if (Math.abs(sum - 1) > SUM_TOLERANCE) {
            throw new JsonLine.Fault("`probs` sums to " + sum + ", not to 1");
        }
        for (int k = 0; k < probabilities.length; k++) {
            probabilities[k] /= sum;
        }
        return probabilities;
    }

    private static String problems(Path file, List<BadRow> bad) {
        StringBuilder text = new StringBuilder("the teacher file " + file + " has ");
        text.append(Words.counted(bad.size(), "wrong line")).append(':');
        for (BadRow row : bad.subList(0, Math.min(bad.size(), PROBLEMS_SHOWN))) {
            text.append("\n  ").append(row);
        }
        if (bad.size() > PROBLEMS_SHOWN) {
            text.append("\n  … and ").append(bad.size() - PROBLEMS_SHOWN).append(" more");
        }
        return text.append("\nMake it anew for exactly this training file.").toString();
    }
}
