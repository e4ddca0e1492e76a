package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tagwerk.data.Encoder;
import dev.tagwerk.data.JobTemplate;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.runfolder.Spent;
import dev.tagwerk.runfolder.Work;
import dev.tagwerk.spec.TrainingJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is told of a job's size before it runs, beside what its trainer counted. */
final class JobSizeTest {
    @TempDir private static Path folder;

    @BeforeAll
    static void modelAndRows() throws IOException {
        TinyModel.write(folder.resolve("model"), 32, 96, 2);
        List<String> ragged = new ArrayList<>();
        for (int row = 0; row < 40; row++) {
            ragged.add("{\"text\": \"" + row + " dice".repeat(5 + row * 37 % 60) + "\"}");
        }
        Files.write(folder.resolve("ragged.jsonl"), ragged);
    }

    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "method: lora, rank: 4, batch_size: 8, epochs: 2 | 0",
                "method: lora, rank: 4, batch_size: 4, gradient_accumulation_steps: 2, epochs: 1 | 0",
                "method: full, batch_size: 8, epochs: 1, gradient_checkpointing: true | 0",
                "method: lora, rank: 4, batch_size: 8, epochs: 2, eval_steps: 4 | 0.25",
                "method: lora, rank: 4, batch_size: 4, epochs: 1, packing: true, max_length: 128 | 0",
            })
    void isWhatTheTrainerComputes(String recipe, double held) throws Exception {
        TestRun run =
                TestRun.of(
                        folder.resolve("run-" + (recipe + held).hashCode()),
                        """
                        kind: training
                        model: ./model
                        task: causal-lm
                        recipe: {learning_rate: 1e-4, %s}
                        data: {train: ragged.jsonl, validation_fraction: %s}
                        resources: {device: cpu, threads: 2}
                        """
                                .formatted(recipe, held));
        run.attempt(0);
        TrainingJob job = Materials.job(run.folder());
        JobSize told = size(job);
        Spent spent = run.result().measurement().spent().orElseThrow();
        assertThat(told.steps()).isEqualTo(spent.steps());
        assertThat(told.tokens()).isEqualTo(run.result().measurement().tokens());
        assertThat(told.examples()).isEqualTo(run.result().measurement().examples());
        // which rows meet in a batch is drawn by chance, and a short batch may come at another
        // place
        near(told.wide().training(), spent.training().work());
        near(told.wide().evaluation(), spent.evaluation().work());
        assertThat(spent.training().seconds()).isPositive();
        assertThat(told.narrow().training().products())
                .isEqualTo(told.wide().training().products());
        assertThat(told.narrow().training().bytes()).isLessThan(told.wide().training().bytes());
    }

    private static void near(Work told, Work counted) {
        assertThat(told.products())
                .isCloseTo(counted.products(), within(counted.products() * 1e-9));
        assertThat(told.attention())
                .isCloseTo(counted.attention(), within(counted.attention() * 1e-9));
        assertThat(told.bytes()).isCloseTo(counted.bytes(), within(counted.bytes() * 1e-9));
        assertThat(told.launches())
                .isCloseTo(counted.launches(), within(counted.launches() * 1e-9));
    }

    private static JobSize size(TrainingJob job) {
        ModelFolder base = Materials.base(job, java.util.Map.of());
        try (ModelTokenizer tokenizer = base.tokenizer()) {
            return JobSize.of(
                    job,
                    base,
                    new Encoder(
                            tokenizer,
                            job.recipe().maxLength(),
                            () ->
                                    JobTemplate.find(
                                            job.data().chatTemplate(),
                                            base.path(),
                                            Clock.systemUTC())));
        }
    }
}
