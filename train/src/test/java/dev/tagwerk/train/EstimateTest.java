package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.runfolder.Measurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The memory estimate beside the resident memory of real training processes: a few quick settings
 * of bench/estimate.sh.
 */
final class EstimateTest {
    private static final double WITHIN = 0.15;
    private static final int TOKENS = 400;

    @TempDir private static Path folder;

    @BeforeAll
    static void modelAndRows() throws IOException {
        TinyModel.write(folder.resolve("model"), 256, 1024, 8);
        List<String> even = new ArrayList<>();
        for (int row = 0; row < 32; row++) {
            even.add("{\"text\": \"" + row + " dice".repeat(TOKENS) + "\"}");
        }
        Files.write(folder.resolve("even.jsonl"), even);
        List<String> ragged = new ArrayList<>();
        for (int row = 0; row < 64; row++) {
            ragged.add("{\"text\": \"" + row + " dice".repeat(10 + row * 37 % 300) + "\"}");
        }
        Files.write(folder.resolve("ragged.jsonl"), ragged);
    }

    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "even.jsonl   | method: lora, rank: 16, batch_size: 8",
                "ragged.jsonl | method: lora, rank: 16, batch_size: 16, precision: bf16",
                "even.jsonl   | method: qlora, quantization: int8, rank: 64, batch_size: 4",
                "even.jsonl   | method: full, batch_size: 4",
                "even.jsonl   | method: lora, rank: 16, batch_size: 8, modules_to_save: [mlp]",
            })
    void isNearWhatATrainingTakes(String rows, String recipe) throws Exception {
        TestRun run =
                TestRun.of(
                        folder.resolve("run-" + (rows + recipe).hashCode()),
                        """
                        kind: training
                        model: ./model
                        task: causal-lm
                        recipe: {steps: 2, learning_rate: 1e-4, %s}
                        data: {train: %s}
                        resources: {device: cpu, threads: 2}
                        """
                                .formatted(recipe, rows));
        run.attempt(0);
        Measurement measured = run.result().measurement();
        double ratio =
                (double) measured.estimatedPeakBytes() / Math.max(1, measured.peakResidentBytes());
        assertThat(ratio)
                .as(
                        "estimated %,d, measured %,d bytes",
                        measured.estimatedPeakBytes(), measured.peakResidentBytes())
                .isBetween(1 - WITHIN, 1 + WITHIN);
    }
}
