package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tagwerk.spec.Length;
import dev.tagwerk.spec.Schedule;
import dev.tagwerk.spec.Warmup;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LearningRatesTest {
    @ParameterizedTest
    @ValueSource(strings = {"qwen3/lora", "llama/lora", "llama/rslora", "decision"})
    void cosineIsThatOfTransformers(String run) throws IOException {
        JsonNode expected =
                new ObjectMapper()
                        .readTree(Path.of("src/test/fixtures", run, "expected.json").toFile());
        JsonNode settings = expected.get("settings");
        int steps =
                settings.has("schedule_steps")
                        ? settings.get("schedule_steps").asInt()
                        : settings.get("steps").asInt();
        var rates = new LearningRates(Schedule.COSINE, settings.get("warmup_steps").asInt(), steps);
        double peak = settings.get("learning_rate").asDouble();
        JsonNode wanted = expected.get("learning_rates");
        assertThat(wanted).isNotEmpty();
        for (int step = 0; step < wanted.size(); step++) {
            assertThat(peak * rates.factor(step))
                    .isCloseTo(wanted.get(step).asDouble(), within(1e-12));
        }
    }

    @Test
    void linearFallsToZeroAfterTheLastStep() {
        var rates = new LearningRates(Schedule.LINEAR, 2, 10);
        assertThat(rates.factor(0)).isZero();
        assertThat(rates.factor(1)).isEqualTo(0.5);
        assertThat(rates.factor(2)).isEqualTo(1);
        assertThat(rates.factor(6)).isEqualTo(0.5);
        assertThat(rates.factor(9)).isEqualTo(0.125);
        assertThat(rates.factor(10)).isZero();
    }

    @Test
    void constantStaysAfterTheWarmUp() {
        var rates = new LearningRates(Schedule.CONSTANT, 4, 10);
        assertThat(rates.factor(3)).isEqualTo(0.75);
        assertThat(rates.factor(4)).isEqualTo(1);
        assertThat(rates.factor(9)).isEqualTo(1);
    }

    @Test
    void withoutWarmUpTheFirstStepHasTheFullRate() {
        for (Schedule schedule : Schedule.values()) {
            assertThat(new LearningRates(schedule, 0, 10).factor(0)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 10, 20", "0.5, 10, 5", "0.01, 10, 1", "1.25, 10, 13", "0.3, 10, 3"})
    void epochsAreRoundedUpToSteps(double epochs, int perEpoch, int steps) {
        assertThat(Lengths.steps(new Length.Epochs(epochs), perEpoch)).isEqualTo(steps);
        assertThat(Lengths.steps(new Length.Steps(steps), perEpoch)).isEqualTo(steps);
    }

    @ParameterizedTest
    @CsvSource({"0.03, 100, 3", "0.03, 101, 4", "0, 50, 0", "0.1, 5, 1"})
    void warmUpIsRoundedUp(double ratio, int total, int steps) {
        assertThat(Lengths.warmup(new Warmup.Ratio(ratio), total)).isEqualTo(steps);
    }
}
