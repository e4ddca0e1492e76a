package dev.tagwerk.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tagwerk.data.QuestionKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TemperatureFitTest {
    @Test
    void agreesWithNumpysMinimum() {
        JsonNode reference = MetricsTest.reference();
        for (QuestionKind kind : QuestionKind.values()) {
            List<TemperatureFit.Row> rows = new ArrayList<>();
            for (JsonNode row : reference.path("rows")) {
                if (row.path("kind").textValue().equals(kind.word())) {
                    rows.add(
                            new TemperatureFit.Row(
                                    MetricsTest.numbers(row.path("logits")),
                                    row.path("label").intValue()));
                }
            }
            TemperatureFit fit = TemperatureFit.of(kind, rows, 1);
            assertThat(fit).isInstanceOf(TemperatureFit.Fitted.class);
            TemperatureFit.Fitted fitted = (TemperatureFit.Fitted) fit;
            assertThat(fitted.temperature())
                    .isCloseTo(
                            reference.path("temperature").path(kind.word()).doubleValue(),
                            within(1e-5));
            assertThat(fitted.lossAfter()).isLessThanOrEqualTo(fitted.lossBefore());
        }
    }

    @Test
    void findsTheTemperatureThatTheLabelsWereDrawnWith() {
        Random random = new Random(4);
        List<TemperatureFit.Row> rows = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            double[] logits = {3 * random.nextGaussian(), 3 * random.nextGaussian(), 0};
            double[] p = Probabilities.of(logits, 2.5);
            double draw = random.nextDouble();
            int label = draw < p[0] ? 0 : draw < p[0] + p[1] ? 1 : 2;
            rows.add(new TemperatureFit.Row(logits, label));
        }
        TemperatureFit.Fitted fitted =
                (TemperatureFit.Fitted) TemperatureFit.of(QuestionKind.CHOICE, rows, 1);
        assertThat(fitted.temperature()).isCloseTo(2.5, within(0.1));
        assertThat(fitted.calibrationErrorAfter()).isLessThan(fitted.calibrationErrorBefore() / 3);
    }

    @Test
    void largeOffsetsCommonToARowChangeNothing() {
        List<TemperatureFit.Row> plain = new ArrayList<>();
        List<TemperatureFit.Row> shifted = new ArrayList<>();
        Random random = new Random(9);
        for (int i = 0; i < 100; i++) {
            double a = random.nextGaussian();
            int label = random.nextInt(3) == 0 ? 0 : a > 0 ? 1 : 0;
            plain.add(new TemperatureFit.Row(new double[] {0, a}, label));
            shifted.add(new TemperatureFit.Row(new double[] {1e6, 1e6 + a}, label));
        }
        TemperatureFit.Fitted first =
                (TemperatureFit.Fitted) TemperatureFit.of(QuestionKind.NOUL, plain, 1);
        TemperatureFit.Fitted second =
                (TemperatureFit.Fitted) TemperatureFit.of(QuestionKind.NOUL, shifted, 1);
        assertThat(second.temperature()).isCloseTo(first.temperature(), within(1e-6));
    }

    @Test
    void refusesTooFewRows() {
        assertThat(reason(rows(29, true, 1))).contains("at least 30 rows, but there are 29");
    }

    @Test
    void refusesRowsThatAreAllRight() {
        assertThat(reason(rows(50, true, 1))).contains("below 0.05");
    }

    @Test
    void refusesRowsWhereTheModelIsWorseThanChance() {
        assertThat(reason(rows(50, false, 1))).contains("above 20");
    }

    @Test
    void refusesRowsWhoseLogitsSayNothing() {
        // the loss is the same at every temperature: no reason to move, no way to choose
        TemperatureFit fit = TemperatureFit.of(QuestionKind.NOUL, rows(50, true, 0), 1);
        assertThat(fit).isInstanceOf(TemperatureFit.Refused.class);
    }

    private static String reason(List<TemperatureFit.Row> rows) {
        TemperatureFit fit = TemperatureFit.of(QuestionKind.NOUL, rows, 1);
        assertThat(fit).isInstanceOf(TemperatureFit.Refused.class);
        return ((TemperatureFit.Refused) fit).reason();
    }

    private static List<TemperatureFit.Row> rows(int count, boolean right, double size) {
        List<TemperatureFit.Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new TemperatureFit.Row(new double[] {size, -size}, right ? 0 : 1));
        }
        return rows;
    }
}
