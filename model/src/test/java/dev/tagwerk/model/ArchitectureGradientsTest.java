package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.model.TrainableModel.Gradients;
import dev.tagwerk.modelfiles.AdapterFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every architecture's gradients by hand beside those of libtorch, with dropout and without. */
class ArchitectureGradientsTest {
    @TempDir Path temporary;

    static List<String> names() throws IOException {
        return ArchitectureCase.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void areThoseOfLibtorch(String name) throws IOException {
        ArchitectureCase one = ArchitectureCase.open(name, temporary);
        WorkItem texts = ArchitectureCase.items(ArchitectureCase.batches().get(1), 1).getFirst();
        for (WorkItem item : List.of(texts, questions())) {
            for (double dropout : new double[] {0, 0.3}) {
                float[][] expected = gradients(one, Gradients.DIFFERENTIATED, dropout, item);
                assertNear(gradients(one, Gradients.BY_HAND, dropout, item), expected);
            }
        }
    }

    /** A window wider than the rows is none: what rows have in common is computed once. */
    @ParameterizedTest
    @ValueSource(strings = {"mistral", "qwen2-window", "qwen3-window", "gemma3"})
    void rowsWithinAWindowShareTheirBeginning(String name) throws IOException {
        ArchitectureCase one = ArchitectureCase.open(name, temporary);
        Path file = one.model().resolve("config.json");
        ObjectMapper json = new ObjectMapper();
        ObjectNode config = (ObjectNode) json.readTree(file.toFile());
        config.put("sliding_window", 40);
        json.writeValue(file.toFile(), config);
        WorkItem item = alike(24, 9, 15, 2);
        float[][] expected = gradients(one, Gradients.DIFFERENTIATED, 0, item);
        assertNear(gradients(one, Gradients.BY_HAND, 0, item), expected);
        // One row longer than the window, and nothing is shared.
        WorkItem longer = alike(24, 9, 19, 2);
        assertNear(
                gradients(one, Gradients.BY_HAND, 0, longer),
                gradients(one, Gradients.DIFFERENTIATED, 0, longer));
    }

    /** Several blocks of queries, whose probabilities are kept (130 tokens) or made again (600). */
    @ParameterizedTest
    @ValueSource(strings = {"mistral", "qwen3-window", "gemma2", "gemma3", "falcon"})
    void longRowsToo(String name) throws IOException {
        ArchitectureCase one = ArchitectureCase.open(name, temporary);
        for (WorkItem item : List.of(alike(1, 129, 70, 129), alike(1, 599))) {
            assertNear(
                    gradients(one, Gradients.BY_HAND, 0, item),
                    gradients(one, Gradients.DIFFERENTIATED, 0, item));
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void bfloat16ProductsStayNear(String name) throws IOException {
        ArchitectureCase one = ArchitectureCase.open(name, temporary);
        WorkItem item = ArchitectureCase.items(ArchitectureCase.batches().get(1), 1).getFirst();
        float[][] expected = gradients(one, Gradients.BY_HAND, 0, item);
        for (Gradients how : List.of(Gradients.BY_HAND, Gradients.DIFFERENTIATED)) {
            float[][] ours =
                    gradients(
                            one,
                            how,
                            0,
                            item,
                            new Placement(false, Precision.BF16, Precision.BF16, 1));
            assertThat((double) ours[0][0]).isCloseTo(expected[0][0], Percentage.withPercentage(5));
            assertThat(norm(ours)).isCloseTo(norm(expected), Percentage.withPercentage(25));
        }
    }

    private static double norm(float[][] gradients) {
        double sum = 0;
        for (float[] each : Arrays.asList(gradients).subList(1, gradients.length)) {
            for (float value : each) {
                sum += (double) value * value;
            }
        }
        return Math.sqrt(sum);
    }

    private static float[][] gradients(
            ArchitectureCase one, Gradients how, double dropout, WorkItem item) {
        return gradients(one, how, dropout, item, Placement.cpu(Precision.FP32, 1));
    }

    private static float[][] gradients(
            ArchitectureCase one,
            Gradients how,
            double dropout,
            WorkItem item,
            Placement placement) {
        try (AdapterFolder start = one.adapter();
                TrainableModel model =
                        TrainableModel.lora(
                                one.folder(),
                                new LoraPlan(2, 2, dropout, EnumSet.allOf(Slot.class)),
                                new TrainableModel.Settings(
                                        OptionalInt.of(8), 0, true, 3, how, null),
                                placement)) {
            model.startFrom(start);
            model.parameters().clearGradients();
            double loss = model.accumulate(List.of(item), 0.5, 7).getFirst();
            List<float[]> all = new ArrayList<>();
            all.add(new float[] {(float) loss});
            for (String name : model.parameters().names()) {
                all.add(Tensors.toFloats(model.parameters().gradient(0, name)));
            }
            return all.toArray(float[][]::new);
        }
    }

    private static void assertNear(float[][] ours, float[][] expected) {
        for (int i = 0; i < expected.length; i++) {
            double largest = 1e-3;
            double distance = 0;
            for (int k = 0; k < expected[i].length; k++) {
                largest = Math.max(largest, Math.abs(expected[i][k]));
                distance = Math.max(distance, Math.abs(expected[i][k] - ours[i][k]));
            }
            assertThat(distance / largest).as("tensor " + i).isLessThan(5e-5);
        }
    }

    private static WorkItem questions() {
        SplittableRandom random = new SplittableRandom(2);
        List<DecisionInput> questions = new ArrayList<>();
        for (int length : new int[] {11, 27}) {
            questions.add(
                    new DecisionInput(
                            random.ints(length, 2, 60).toArray(),
                            new int[] {length - 6, length - 3},
                            length - 1));
        }
        return new WorkItem.Decisions(
                questions,
                List.of(new float[] {0.25f, 0.75f}, new float[] {1, 0}),
                new float[2],
                new int[] {1, 2});
    }

    private static WorkItem alike(int common, int... own) {
        SplittableRandom random = new SplittableRandom(3);
        int[] beginning = random.ints(common, 2, 60).toArray();
        List<TextInput> rows = new ArrayList<>();
        for (int length : own) {
            int[] ids = Arrays.copyOf(beginning, common + length);
            boolean[] learnt = new boolean[ids.length];
            for (int i = common; i < ids.length; i++) {
                ids[i] = 2 + random.nextInt(58);
                learnt[i] = true;
            }
            rows.add(new TextInput(ids, learnt));
        }
        return new WorkItem.Text(rows);
    }
}
