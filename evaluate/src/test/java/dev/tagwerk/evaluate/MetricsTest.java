package dev.tagwerk.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tagwerk.data.QuestionKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Held against numpy ({@code fixtures/make_metrics.py}) and against sums done by hand. */
class MetricsTest {
    private static final Offset<Double> EXACT = within(1e-12);
    private static final JsonNode REFERENCE = reference();

    static JsonNode reference() {
        try {
            return new ObjectMapper().readTree(Path.of("src/test/fixtures/metrics.json").toFile());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static double[] numbers(JsonNode list) {
        double[] values = new double[list.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = list.get(i).doubleValue();
        }
        return values;
    }

    private static List<Judged> rows(String kind) {
        List<Judged> rows = new ArrayList<>();
        for (JsonNode row : REFERENCE.path("rows")) {
            String word = row.path("kind").textValue();
            if (kind.equals("all") || kind.equals(word)) {
                rows.add(
                        new Judged(
                                rows.size(),
                                QuestionKind.of(word).orElseThrow(),
                                "",
                                row.path("label").intValue(),
                                Probabilities.of(numbers(row.path("logits")), 1),
                                row.path("regret").isNull()
                                        ? Optional.empty()
                                        : Optional.of(numbers(row.path("regret")))));
            }
        }
        return rows;
    }

    @Test
    void agreesWithNumpyOverAllRowsAndPerKind() {
        for (String group : List.of("all", "noul", "choice", "score")) {
            JsonNode expected = REFERENCE.path("metrics").path(group);
            DecisionMetrics metrics = DecisionMetrics.of(rows(group));
            assertThat(metrics.rows()).isEqualTo(expected.path("rows").intValue());
            assertThat(metrics.accuracy())
                    .isCloseTo(expected.path("accuracy").doubleValue(), EXACT);
            assertThat(metrics.negativeLogLikelihood())
                    .isCloseTo(expected.path("negative_log_likelihood").doubleValue(), EXACT);
            assertThat(metrics.brier()).isCloseTo(expected.path("brier").doubleValue(), EXACT);
            assertThat(metrics.calibrationError())
                    .isCloseTo(expected.path("expected_calibration_error").doubleValue(), EXACT);
            assertThat(metrics.adaptiveCalibrationError())
                    .isCloseTo(expected.path("adaptive_calibration_error").doubleValue(), EXACT);
            assertThat(metrics.regretRows()).isEqualTo(expected.path("regret_rows").asInt(0));
            if (expected.has("mean_regret")) {
                assertThat(metrics.meanRegret().orElseThrow())
                        .isCloseTo(expected.path("mean_regret").doubleValue(), EXACT);
            } else {
                assertThat(metrics.meanRegret()).isEmpty();
            }
        }
    }

    @Test
    void groupsHoldTheSameNumbersAsTheMetrics() {
        List<Judged> rows = rows("all");
        List<Group> groups = new DecisionGroups(rows, 100, 1).of(rows);
        assertThat(groups)
                .extracting(Group::name)
                .containsExactly("all", "noul", "choice", "score");
        for (Group group : groups) {
            DecisionMetrics expected = DecisionMetrics.of(rows(group.name()));
            assertThat(value(group, Metric.ACCURACY)).isCloseTo(expected.accuracy(), EXACT);
            assertThat(value(group, Metric.NEGATIVE_LOG_LIKELIHOOD))
                    .isCloseTo(expected.negativeLogLikelihood(), EXACT);
            assertThat(value(group, Metric.BRIER)).isCloseTo(expected.brier(), EXACT);
            assertThat(value(group, Metric.EXPECTED_CALIBRATION_ERROR))
                    .isCloseTo(expected.calibrationError(), EXACT);
            assertThat(value(group, Metric.ADAPTIVE_CALIBRATION_ERROR))
                    .isCloseTo(expected.adaptiveCalibrationError(), EXACT);
            assertThat(group.metrics().containsKey(Metric.MEAN_REGRET))
                    .isEqualTo(expected.meanRegret().isPresent());
        }
    }

    private static double value(Group group, Metric metric) {
        return group.metrics().get(metric).value();
    }

    @Test
    void sumsDoneByHand() {
        // two rows: sure and right, undecided and wrong
        Judged right = row(0, 0.9, 0.1);
        Judged wrong = row(1, 0.6, 0.4);
        DecisionMetrics metrics = DecisionMetrics.of(List.of(right, wrong));
        assertThat(metrics.accuracy()).isEqualTo(0.5);
        assertThat(metrics.brier()).isCloseTo((0.02 + 0.72) / 2, EXACT);
        assertThat(metrics.negativeLogLikelihood())
                .isCloseTo(-(Math.log(0.9) + Math.log(0.4)) / 2, EXACT);
        // bins (0.8666.., 0.9333..] and (0.5333.., 0.6]: gaps 0.1 and 0.6
        assertThat(metrics.calibrationError()).isCloseTo(0.35, EXACT);
    }

    @Test
    void binsAreOpenBelowAndClosedAbove() {
        assertThat(CalibrationBins.bin(0)).isZero();
        assertThat(CalibrationBins.bin(1)).isEqualTo(14);
        for (int b = 1; b < CalibrationBins.COUNT; b++) {
            double edge = (double) b / CalibrationBins.COUNT;
            assertThat(CalibrationBins.bin(edge)).isEqualTo(b - 1);
            assertThat(CalibrationBins.bin(Math.nextUp(edge))).isEqualTo(b);
        }
    }

    @Test
    void chanceIsWhatDrawingByLotReachesOnAverage() {
        Judged four =
                new Judged(
                        0,
                        QuestionKind.CHOICE,
                        "",
                        2,
                        new double[] {0.7, 0.1, 0.1, 0.1},
                        Optional.of(new double[] {4, 8, 0, 4}));
        Group all =
                new DecisionGroups(List.of(four), 100, 1)
                        .of(RowScores.chance(List.of(four)))
                        .getFirst();
        assertThat(value(all, Metric.ACCURACY)).isEqualTo(0.25);
        assertThat(value(all, Metric.MEAN_REGRET)).isEqualTo(4);
        assertThat(value(all, Metric.NEGATIVE_LOG_LIKELIHOOD)).isCloseTo(Math.log(4), EXACT);
        assertThat(value(all, Metric.BRIER)).isCloseTo(0.75, EXACT);
        assertThat(value(all, Metric.EXPECTED_CALIBRATION_ERROR)).isZero();
    }

    @Test
    void aProbabilityOfZeroGivesALargeButFiniteLoss() {
        assertThat(row(1, 1, 0).negativeLogLikelihood()).isBetween(700.0, 710.0);
    }

    @Test
    void labelsAndRegretsMustFitTheOptions() {
        assertThatThrownBy(() -> row(2, 0.5, 0.5)).hasMessageContaining("label 2");
        assertThatThrownBy(
                        () ->
                                new Judged(
                                        7,
                                        QuestionKind.NOUL,
                                        "",
                                        0,
                                        new double[] {1, 0},
                                        Optional.of(new double[] {1})))
                .hasMessageContaining("row 7 has 2 options but 1 regrets");
    }

    static Judged row(int label, double... probabilities) {
        return new Judged(0, QuestionKind.NOUL, "", label, probabilities, Optional.empty());
    }
}
