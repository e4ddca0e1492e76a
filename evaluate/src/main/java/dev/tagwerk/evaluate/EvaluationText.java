package dev.tagwerk.evaluate;

import java.util.List;
import java.util.Locale;

/** A report for a terminal. */
final class EvaluationText {
    private EvaluationText() {}

    static String write(EvaluationReport report) {
        StringBuilder out = new StringBuilder();
        out.append(report.name()).append(": ").append(report.rows()).append(" rows of ");
        out.append(report.data()).append('\n');
        report.notes().forEach(note -> out.append("  ").append(note).append('\n'));
        for (EvaluationReport.Measured model : report.models()) {
            if (!model.model().isEmpty()) {
                out.append("  ").append(model.name()).append(": ").append(model.model());
                out.append(model.reading().isEmpty() ? "" : ", read by " + model.reading());
                out.append('\n');
            }
        }
        for (EvaluationTable table : EvaluationTable.of(report)) {
            out.append('\n').append(table.title()).append('\n');
            append(table, out);
        }
        out.append("\nIn brackets: 95 % intervals, paired bootstrap over rows.\n");
        for (EvaluationReport.Measured model : report.models()) {
            model.noise().ifPresent(noise -> out.append(words(model.name(), noise)).append('\n'));
        }
        return out.toString();
    }

    static String words(String model, NoiseFloor noise) {
        String repeat =
                String.format(
                        Locale.ROOT,
                        "Noise floor of %s (%d rows): computed again, a probability moves by at most %.1e",
                        model,
                        noise.rows(),
                        noise.repeat());
        return Double.isNaN(noise.reordered())
                ? repeat + "."
                : repeat
                        + String.format(
                                Locale.ROOT,
                                "; with the options in another order %.1f %% of the choices stay"
                                        + " (accuracy %+.3f).",
                                100 * noise.reordered(),
                                noise.accuracyShift());
    }

    private static void append(EvaluationTable table, StringBuilder out) {
        int[] widths = new int[table.head().size()];
        for (int column = 0; column < widths.length; column++) {
            int at = column;
            widths[column] =
                    Math.max(
                            table.head().get(column).length(),
                            table.rows().stream()
                                    .mapToInt(row -> row.get(at).length())
                                    .max()
                                    .orElse(0));
        }
        append(table.head(), widths, out);
        table.rows().forEach(row -> append(row, widths, out));
    }

    private static void append(List<String> cells, int[] widths, StringBuilder out) {
        StringBuilder line = new StringBuilder("  ");
        for (int column = 0; column < widths.length; column++) {
            line.append(cells.get(column));
            line.append(" ".repeat(widths[column] - cells.get(column).length() + 2));
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }
}
