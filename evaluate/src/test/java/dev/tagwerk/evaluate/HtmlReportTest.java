package dev.tagwerk.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {
    private static final String HOSTILE =
            "<script>alert(1)</script> & \"quotes\" 'too' \u0000\u001b[31m";

    @TempDir Path folder;

    @Test
    void standsAloneAndEscapesWhatItIsGiven() throws Exception {
        HtmlReport page =
                HtmlReport.titled(HOSTILE)
                        .heading(HOSTILE)
                        .paragraph(HOSTILE)
                        .note(HOSTILE)
                        .code(HOSTILE)
                        .facts(new LinkedHashMap<>(Map.of(HOSTILE, HOSTILE)))
                        .table(List.of("model", HOSTILE), List.of(List.of(HOSTILE, "1")))
                        .generator(HOSTILE)
                        .lead(HOSTILE)
                        .words(List.of(HOSTILE), List.of(List.of(HOSTILE)))
                        .spans(
                                List.of(HOSTILE),
                                List.of(List.of(HOSTILE + "\n" + HOSTILE), List.of("total")),
                                List.of(
                                        Optional.of(new HtmlReport.Span(-1, 2, 3)),
                                        Optional.empty()))
                        .plot(
                                Plot.lines(
                                        HOSTILE,
                                        HOSTILE,
                                        HOSTILE,
                                        List.of(new Plot.Series(HOSTILE, points(5)))),
                                HOSTILE);
        String html = page.html();
        assertThat(html).doesNotContain("<script").doesNotContain("\u0000", "\u001b");
        assertThat(html).doesNotContain("http:", "https:", "url(", "@import", "<link", "src=");
        assertThat(html).contains("prefers-color-scheme:dark", "@media print");
        page.write(folder.resolve("a/report.html"));
        assertThat(Files.readString(folder.resolve("a/report.html"))).isEqualTo(html);
    }

    @Test
    void everyPlotIsWellFormed() throws Exception {
        List<Judged> rows = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            rows.add(MetricsTest.row(i % 2, 0.5 + i / 100.0, 0.5 - i / 100.0));
        }
        CalibrationBins bins = CalibrationBins.equalWidth(rows);
        wellFormed(Plot.reliability("r", List.of(new Plot.Reliability("m & n", bins))));
        wellFormed(
                Plot.histogram(
                        "h",
                        "x",
                        "y",
                        100,
                        20,
                        List.of(
                                new Plot.Bars("one", List.of(0.1, 0.9)),
                                new Plot.Bars("two", List.of(0.5, 0.25, 0.25)))));
        wellFormed(Plot.lines("l", "x", "y", List.of(new Plot.Series("one", points(400)))));
    }

    @Test
    void degenerateDataStillDraws() throws Exception {
        wellFormed(Plot.lines("none", "x", "y", List.of()));
        wellFormed(Plot.lines("empty", "x", "y", List.of(new Plot.Series("s", List.of()))));
        wellFormed(
                Plot.lines(
                        "one point",
                        "x",
                        "y",
                        List.of(new Plot.Series("s", List.of(new Plot.Point(3, 3))))));
        Plot broken =
                Plot.lines(
                        "not finite",
                        "x",
                        "y",
                        List.of(
                                new Plot.Series(
                                        "s",
                                        List.of(
                                                new Plot.Point(1, 1),
                                                new Plot.Point(2, Double.NaN),
                                                new Plot.Point(3, Double.POSITIVE_INFINITY),
                                                new Plot.Point(4, 2)))));
        wellFormed(broken);
        assertThat(broken.svg()).doesNotContain("NaN", "Infinity");
        wellFormed(Plot.histogram("none", "x", "y", 0, 1, List.of()));
        wellFormed(
                Plot.histogram("zeros", "x", "y", 0, 1, List.of(new Plot.Bars("s", List.of(0.0)))));
        wellFormed(
                Plot.lines(
                        "tiny",
                        "x",
                        "y",
                        List.of(
                                new Plot.Series(
                                        "s",
                                        List.of(
                                                new Plot.Point(1, 1e-12),
                                                new Plot.Point(2, 2e-12))))));
    }

    @Test
    void barsHoldEveryValue() {
        Plot.Bars bars = Plot.bars("s", List.of(-5.0, 0.0, 1.0, 2.9, 3.0, 99.0), 0, 1, 4);
        assertThat(bars.shares().stream().mapToDouble(Double::doubleValue).sum())
                .isCloseTo(1, org.assertj.core.api.Assertions.within(1e-12));
        assertThat(bars.shares().getFirst())
                .isCloseTo(2.0 / 6, org.assertj.core.api.Assertions.within(1e-12));
    }

    @Test
    void ticksAreRoundNumbers() {
        Axis axis = Axis.around("x", 0.13, 2.31);
        assertThat(axis.ticks().stream().map(axis::label))
                .containsExactly("0", "0.5", "1.0", "1.5", "2.0", "2.5");
        assertThat(Axis.around("x", 0, 1200).ticks()).contains(0.0, 1000.0);
    }

    @Test
    void tablesMustBeRectangular() {
        assertThatThrownBy(
                        () ->
                                HtmlReport.titled("t")
                                        .table(List.of("a", "b"), List.of(List.of("1"))))
                .hasMessageContaining("1 cells under 2 columns");
    }

    private static void wellFormed(Plot plot) throws Exception {
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(plot.svg().getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Plot.Point> points(int count) {
        List<Plot.Point> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            points.add(new Plot.Point(i, Math.sin(i / 10.0)));
        }
        return points;
    }
}
