package dev.tagwerk.evaluate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A report as a page. */
final class EvaluationHtml {
    private static final int CLASSES = 20;

    private EvaluationHtml() {}

    static HtmlReport of(EvaluationReport report) {
        HtmlReport page = HtmlReport.titled("Evaluation of " + report.name());
        page.paragraph(report.rows() + " rows of " + report.data().getFileName() + ".");
        report.notes().forEach(page::note);
        for (EvaluationTable table : EvaluationTable.of(report)) {
            page.heading(table.title()).table(table.head(), table.rows());
        }
        page.note(
                "In brackets: 95 % intervals (paired percentile bootstrap over rows, "
                        + report.bootstrapSamples()
                        + " samples, seed "
                        + report.seed()
                        + "). A row “a − b” holds differences on the same rows; an interval on one side"
                        + " of zero is more than the luck of the rows. For accuracy higher is better, for"
                        + " everything else lower.");
        plots(report, page);
        page.heading("How it was measured");
        page.facts(facts(report));
        report.models()
                .forEach(
                        model ->
                                model.noise()
                                        .ifPresent(
                                                noise ->
                                                        page.note(
                                                                EvaluationText.words(
                                                                        model.name(), noise))));
        return page;
    }

    private static void plots(EvaluationReport report, HtmlReport page) {
        report.lossCurve()
                .ifPresent(
                        curve ->
                                page.plot(
                                        curve.plot(),
                                        "Mean loss of each step's batch, neighbouring steps averaged, and"
                                                + " the loss on held-out rows."));
        List<Plot.Reliability> reliability = new ArrayList<>();
        List<Plot.Bars> confidence = new ArrayList<>();
        for (EvaluationReport.Measured model : report.models()) {
            model.reliability()
                    .ifPresent(
                            bins -> {
                                reliability.add(new Plot.Reliability(model.name(), bins));
                                confidence.add(bars(model.name(), bins));
                            });
        }
        if (!reliability.isEmpty()) {
            page.plot(
                    Plot.reliability("Reliability", reliability),
                    "Rows in fifteen classes of confidence. On the diagonal a model is right as often as"
                            + " it believes; below it is too sure. Larger dots hold more rows.");
            page.plot(
                    Plot.histogram(
                            "Confidence",
                            "probability of the chosen option",
                            "share of rows",
                            0,
                            1.0 / CalibrationBins.COUNT,
                            confidence),
                    "How sure each model is of its choice.");
        }
        regrets(report, page);
    }

    private static void regrets(EvaluationReport report, HtmlReport page) {
        double most =
                report.models().stream()
                        .flatMap(model -> model.regrets().stream())
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElse(0);
        List<Plot.Bars> bars = new ArrayList<>();
        double width = most / CLASSES;
        for (EvaluationReport.Measured model : report.models()) {
            if (!model.regrets().isEmpty() && width > 0) {
                bars.add(Plot.bars(model.name(), model.regrets(), 0, width, CLASSES));
            }
        }
        if (!bars.isEmpty()) {
            page.plot(
                    Plot.histogram(
                            "Regret", "cost of the chosen option", "share of rows", 0, width, bars),
                    "What each choice costs against the best one.");
        }
    }

    private static Plot.Bars bars(String name, CalibrationBins bins) {
        double rows = bins.bins().stream().mapToInt(CalibrationBins.Bin::rows).sum();
        return new Plot.Bars(name, bins.bins().stream().map(bin -> bin.rows() / rows).toList());
    }

    private static Map<String, String> facts(EvaluationReport report) {
        Map<String, String> facts = new LinkedHashMap<>();
        for (EvaluationReport.Measured model : report.models()) {
            if (!model.model().isEmpty()) {
                facts.put(
                        model.name(),
                        model.model()
                                + (model.reading().isEmpty()
                                        ? ""
                                        : ", read by " + model.reading()));
            }
        }
        facts.put("data", report.data().toString());
        facts.put("rows left out", String.valueOf(report.dropped()));
        facts.put(
                "machine",
                report.fingerprint().cpuModel()
                        + ", "
                        + report.fingerprint().threads()
                        + " threads"
                        + report.fingerprint().gpu().map(gpu -> ", " + gpu).orElse(""));
        facts.put(
                "software",
                "Tagwerk "
                        + report.fingerprint().tagwerkVersion()
                        + ", libtorch "
                        + report.fingerprint().libtorchVersion()
                        + ", Java "
                        + report.fingerprint().javaVersion());
        facts.put("at", report.at().toString());
        facts.put("took", String.format(Locale.ROOT, "%.1f s", report.seconds()));
        return facts;
    }
}
