package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.modelfiles.BatchShare;
import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.Parsed;
import dev.tagwerk.spec.Recipe;
import dev.tagwerk.spec.TrainingJob;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the estimate takes the job's batches to be. */
final class RowShapesTest {
    private static final List<RowShapes.Shape> READ =
            List.of(
                    new RowShapes.Shape(10, 9),
                    new RowShapes.Shape(20, 19),
                    new RowShapes.Shape(30, 29));

    private static List<Integer> heaviest(boolean whole) {
        String text =
                "{kind: training, model: ./m, task: causal-lm, data: {train: r.jsonl}, recipe: {batch_size: 8}}";
        Parsed parsed = JobFile.parse(text, Path.of("job.yaml"));
        assertThat(parsed).as(text).isInstanceOf(Parsed.Valid.class);
        Recipe recipe = ((TrainingJob) ((Parsed.Valid) parsed).job()).recipe();
        List<List<BatchShare>> batches =
                new RowShapes(READ, List.of(), whole, 1).batches(recipe, 1, false);
        return batches.getFirst().stream()
                .flatMap(share -> share.lengths().stream())
                .sorted()
                .toList();
    }

    @Test
    void aBatchLargerThanTheRowsReadIsFilledWithTheirLengths() {
        assertThat(heaviest(false)).containsExactly(10, 10, 10, 20, 20, 20, 30, 30);
    }

    @Test
    void aBatchLargerThanAllRowsHoldsThemOnce() {
        assertThat(heaviest(true)).containsExactly(10, 20, 30);
    }
}
