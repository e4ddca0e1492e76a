package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.TensorBytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Training over a quantised base is training over what its matrices are made dense to. */
class QuantizedTrainingTest {
    @TempDir Path folder;

    private static TensorBytes dense(TensorBytes weight, Quantization quantization) {
        if (!weight.name().contains("_proj.weight")) {
            return weight;
        }
        long[] shape = weight.shape().stream().mapToLong(Long::longValue).toArray();
        Libtorch.load();
        try (PointerScope scope = new PointerScope()) {
            Elements elements = new Elements(weight);
            Matrix matrix =
                    quantization.type() == Quantization.Type.NF4
                            ? new Nf4Matrix(
                                    elements, shape, quantization.doubled(), Reference.cpu())
                            : new Int8Matrix(elements, shape, Reference.cpu());
            return Tensors.bytes(weight.name(), matrix.dense(ScalarType.Float), DType.F32);
        }
    }

    private static List<Double> losses(Path model, TrainableModel.Settings settings) {
        try (TrainableModel trained =
                TrainableModel.lora(
                        ModelFolder.open(model),
                        new LoraPlan(4, 2, 0.1, EnumSet.allOf(Slot.class)),
                        settings,
                        Reference.cpu())) {
            AdamW optimizer = new AdamW(0.9, 0.95, 1e-8);
            List<Double> losses = new ArrayList<>();
            SplittableRandom random = new SplittableRandom(1);
            for (int step = 1; step <= 5; step++) {
                int[] ids = random.ints(20, 0, 97).toArray();
                boolean[] learnt = new boolean[20];
                java.util.Arrays.fill(learnt, 5, 20, true);
                trained.parameters().clearGradients();
                losses.addAll(
                        trained.accumulate(
                                List.of(new WorkItem.Text(List.of(new TextInput(ids, learnt)))),
                                0.1,
                                step));
                optimizer.update(
                        trained.parameters(),
                        Map.of(ParameterGroup.ADAPTER, new AdamW.Rate(0.05, 0)),
                        step,
                        1,
                        1);
            }
            return losses;
        }
    }

    @ParameterizedTest
    @CsvSource({"NF4, true, false", "NF4, false, true", "INT8, false, false", "INT8, false, true"})
    void equalsTrainingOverTheDenseMatrices(
            Quantization.Type type, boolean doubled, boolean checkpointing) throws IOException {
        var quantization = new Quantization(type, doubled);
        Path base = Reference.FIXTURES.resolve("llama").resolve("model");
        Path rounded = Reference.copy(base, folder.resolve("rounded"), "config.json", json -> {});
        Reference.editWeights(rounded, weight -> dense(weight, quantization));
        var plain = new TrainableModel.Settings(OptionalInt.empty(), 0, checkpointing, 1);
        List<Double> expected = losses(rounded, plain);
        assertThat(losses(base, plain.over(quantization))).isEqualTo(expected);
        // and the base as it is learns otherwise: the weights were quantised at all
        assertThat(losses(base, plain)).isNotEqualTo(expected);
    }
}
