package dev.tagwerk.cli;

import dev.tagwerk.evaluate.Estimate;
import dev.tagwerk.evaluate.EvaluationReport;
import dev.tagwerk.evaluate.Group;
import dev.tagwerk.evaluate.HtmlReport;
import dev.tagwerk.evaluate.LossCurve;
import dev.tagwerk.evaluate.Metric;
import dev.tagwerk.evaluate.Plot;
import dev.tagwerk.kniffel.GameReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The demo's end: a table, a page with plots, and what to type next. */
final class DemoReport {
    private static final List<Metric> SHOWN =
            List.of(
                    Metric.ACCURACY,
                    Metric.MEAN_REGRET,
                    Metric.BRIER,
                    Metric.EXPECTED_CALIBRATION_ERROR);

    private DemoReport() {}

    /** One model's metrics on all rows in one line. */
    static String line(EvaluationReport.Measured model) {
        StringBuilder text =
                new StringBuilder(model.name()).append(" (").append(model.reading()).append("):");
        for (Metric metric : SHOWN) {
            value(model.all(), metric)
                    .ifPresent(
                            estimate ->
                                    text.append("  ")
                                            .append(metric.words())
                                            .append(
                                                    String.format(
                                                            Locale.ROOT,
                                                            " %.3f",
                                                            estimate.value())));
        }
        return text.toString();
    }

    private static Optional<Estimate> value(Group group, Metric metric) {
        return Optional.ofNullable(group.metrics().get(metric));
    }

    static String text(DemoResults results) {
        StringBuilder text = new StringBuilder("\n");
        appendTable(text, head(), rows(results));
        text.append('\n');
        text.append(
                String.format(
                        Locale.ROOT,
                        "A random choice loses %.2f points a question.%n%n",
                        results.randomRegret()));
        text.append(results.games().table());
        text.append('\n').append(verdict(results)).append('\n');
        return text.toString();
    }

    /** The demo's two claims, each with its numbers, held or not. */
    static String verdict(DemoResults results) {
        double tuned = regret(results, "tuned");
        double rival = Math.min(results.randomRegret(), regret(results, "base"));
        boolean halved = tuned <= rival / 2;
        GameReport.Row games = results.games().row("tuned model").orElseThrow();
        boolean beats = games.difference().excludesZero() && games.difference().mean() > 0;
        return String.format(
                Locale.ROOT,
                "Regret: %.2f points a question against %.2f of the better of random and base: %s.%n"
                        + "Games:  %s points against the greedy player: %s.%n"
                        + "Best play expects %.4f points. The demo took %.0f s, %.0f of them training.",
                tuned,
                rival,
                halved ? "less than half" : "NOT less than half",
                games.difference(),
                beats ? "better, and the interval excludes zero" : "NOT clearly better",
                results.expectation(),
                results.seconds(),
                results.run().seconds());
    }

    private static double regret(DemoResults results, String model) {
        return results.evaluation()
                .model(model)
                .flatMap(measured -> value(measured.all(), Metric.MEAN_REGRET))
                .map(Estimate::value)
                .orElse(Double.NaN);
    }

    static HtmlReport html(DemoResults results) {
        HtmlReport page = HtmlReport.titled("A decision model learns Kniffel");
        page.paragraph(
                "A base model of a few million parameters, a LoRA adapter and a decision head, trained on this"
                        + " machine on 3,000 positions whose best actions are known exactly.");
        page.code(verdict(results));
        page.heading("On held-out positions");
        page.table(head(), rows(results));
        page.note(
                "Brackets: 95 % intervals of a paired bootstrap over rows. The base has no head; its options are"
                        + " compared by the likelihood of their texts.");
        LossCurve curve = LossCurve.of(results.run().folder());
        if (!curve.isEmpty()) {
            page.plot(
                    curve.plot(),
                    "Mean loss of each step's batch, and on validation rows. In training the teacher's probabilities are a"
                            + " second target beside the label; validation looks at the label alone.");
        }
        List<Plot.Reliability> reliability = new ArrayList<>();
        for (EvaluationReport.Measured model : results.evaluation().models()) {
            model.reliability()
                    .ifPresent(bins -> reliability.add(new Plot.Reliability(model.name(), bins)));
        }
        page.plot(
                Plot.reliability("Reliability", reliability),
                "How often answers given with a confidence were right; on the diagonal, confidence is honest.");
        GameReport.Histogram histogram = results.games().histogram();
        List<Plot.Bars> bars = new ArrayList<>();
        for (int i = 0; i < histogram.players().size(); i++) {
            if (!histogram.players().get(i).startsWith("optimum over")) {
                bars.add(new Plot.Bars(histogram.players().get(i), histogram.shares().get(i)));
            }
        }
        page.plot(
                Plot.histogram(
                        "Points in full games",
                        "points",
                        "share of games",
                        histogram.start(),
                        histogram.width(),
                        bars),
                "Share of games by final points; all players meet the same dice.");
        page.heading("Games");
        page.table(
                List.of("player", "games", "mean points [95 %]", "against greedy"), games(results));
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("machine", results.evaluation().fingerprint().cpuModel());
        facts.put("threads", String.valueOf(results.evaluation().fingerprint().threads()));
        facts.put("run", results.run().id());
        facts.put("training", String.format(Locale.ROOT, "%.0f s", results.run().seconds()));
        facts.put("whole demo", String.format(Locale.ROOT, "%.0f s", results.seconds()));
        page.heading("Where this was computed");
        page.facts(facts);
        return page;
    }

    private static List<String> head() {
        List<String> head = new ArrayList<>(List.of("model", "rows"));
        SHOWN.forEach(metric -> head.add(metric.words()));
        return head;
    }

    private static List<List<String>> rows(DemoResults results) {
        List<List<String>> rows = new ArrayList<>();
        for (EvaluationReport.Measured model : results.evaluation().models()) {
            for (Group group : model.groups()) {
                if (group.name().startsWith("task: ")) {
                    continue; // here a task is a kind of question under another name
                }
                List<String> row = new ArrayList<>();
                row.add(model.name() + ", " + group.name());
                row.add(String.valueOf(group.rows()));
                for (Metric metric : SHOWN) {
                    row.add(value(group, metric).map(DemoReport::interval).orElse("-"));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private static void appendTable(
            StringBuilder text, List<String> head, List<List<String>> rows) {
        List<List<String>> all = new ArrayList<>(List.of(head));
        all.addAll(rows);
        int[] widths = new int[head.size()];
        for (List<String> row : all) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
    }

    private static String interval(Estimate estimate) {
        return estimate.hasInterval()
                ? String.format(
                        Locale.ROOT,
                        "%.3f [%.3f, %.3f]",
                        estimate.value(),
                        estimate.low(),
                        estimate.high())
                : String.format(Locale.ROOT, "%.3f", estimate.value());
    }

    private static List<List<String>> games(DemoResults results) {
        List<List<String>> rows = new ArrayList<>();
        for (GameReport.Row row : results.games().rows()) {
            rows.add(
                    List.of(
                            row.player(),
                            String.valueOf(row.games()),
                            row.points().toString(),
                            row.player().equals(results.games().rival())
                                    ? "-"
                                    : row.difference().toString()));
        }
        return rows;
    }

    /** What to try next. */
    static String next(Shell shell, Path folder, DemoRun run) {
        String command = shell.command();
        String place = shell.shown(run.folder());
        return """
                Next:
                  %s ask %s --state @%s --choice "Which action is best?" \\
                      --option "keep 6 6=sixes quad kniffel" --option "fill sixes=12 points"
                  %s evaluate %s --data %s
                  %s runs show %s            # in %s
                  %s init your-rows.jsonl
                """
                .formatted(
                        command,
                        place,
                        shell.shown(folder.resolve("state.txt")),
                        command,
                        place,
                        shell.shown(folder.resolve("data").resolve("heldout.jsonl")),
                        command,
                        run.id(),
                        shell.shown(folder),
                        command);
    }
}
