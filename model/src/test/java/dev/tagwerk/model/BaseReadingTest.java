package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tagwerk.modelfiles.ModelFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The frozen base's reading of the option numbers as a target, against the same by hand. */
class BaseReadingTest {
    private static final Path MODEL = Path.of("../train/src/test/fixtures/qwen3/model");
    private static final int[] NUMBERS = {11, 12, 13, 14, 15, 16, 17, 18, 19};
    private static final DecisionInput THREE =
            new DecisionInput(new int[] {5, 9, 33, 2, 71, 8, 40}, new int[] {1, 3, 5}, 6);
    private static final DecisionInput TWO =
            new DecisionInput(new int[] {90, 1, 62, 7}, new int[] {1, 2}, 3);

    @Test
    void theLossIsTheCrossEntropyWithTheBasesOwnAnswer() {
        ModelFolder base = ModelFolder.open(MODEL);
        try (TrainableModel model = model(base);
                LanguageModel frozen =
                        LanguageModel.open(base, Optional.empty(), Optional.empty(), placement())) {
            double expected =
                    0.3 * crossEntropy(model, frozen, THREE)
                            + 0.6 * crossEntropy(model, frozen, TWO);
            double loss = loss(model, new float[] {0.3f, 0.6f});
            assertThat(loss).isCloseTo(expected, within(1e-5));
        }
    }

    @Test
    void noWeightNoTarget() {
        try (TrainableModel model = model(ModelFolder.open(MODEL))) {
            assertThat(loss(model, new float[2])).isZero();
        }
    }

    private static double loss(TrainableModel model, float[] weights) {
        model.parameters().clearGradients();
        return model.accumulate(
                        List.of(
                                new WorkItem.Decisions(
                                        List.of(THREE, TWO),
                                        List.of(new float[3], new float[2]),
                                        weights,
                                        NUMBERS)),
                        1,
                        0)
                .getFirst();
    }

    private static double crossEntropy(
            TrainableModel model, LanguageModel frozen, DecisionInput question) {
        int options = question.optionPositions().length;
        int[] numbers = java.util.Arrays.copyOf(NUMBERS, options);
        double[] read =
                DecisionTargets.softmax(
                        frozen.nextTokenLogits(List.of(question.ids()), numbers).getFirst());
        double[] head =
                DecisionTargets.softmax(model.inference().decide(List.of(question)).getFirst());
        double sum = 0;
        for (int k = 0; k < options; k++) {
            sum -= read[k] * Math.log(head[k]);
        }
        return sum;
    }

    private static TrainableModel model(ModelFolder base) {
        return TrainableModel.lora(
                base,
                new LoraPlan(4, 2, 0, Set.of(Slot.values())),
                new TrainableModel.Settings(OptionalInt.of(8), 0, false, 7),
                placement());
    }

    private static Placement placement() {
        return Placement.cpu(Precision.FP32, 2);
    }
}
