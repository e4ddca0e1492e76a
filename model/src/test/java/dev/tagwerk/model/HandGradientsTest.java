package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tagwerk.model.TrainableModel.Gradients;
import dev.tagwerk.modelfiles.AdapterBias;
import dev.tagwerk.modelfiles.AdapterConfig;
import dev.tagwerk.modelfiles.AdapterLayers;
import dev.tagwerk.modelfiles.AdapterRanks;
import dev.tagwerk.modelfiles.AdapterScope;
import dev.tagwerk.modelfiles.AdapterTargets;
import dev.tagwerk.modelfiles.ModelFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gradients by hand, with and without shared beginnings, beside those of libtorch. */
class HandGradientsTest {
    private static final Path PEFT_BASE = Path.of("../modelfiles/src/test/fixtures/peft/q");

    /** A loss and the gradient of every parameter. */
    private record Pass(double loss, List<float[]> gradients) {}

    private static Pass pass(String family, Gradients how, boolean checkpointing, WorkItem item) {
        return pass(
                Reference.FIXTURES.resolve(family).resolve("model"),
                new LoraPlan(4, 2, 0, EnumSet.allOf(Slot.class)),
                new TrainableModel.Settings(OptionalInt.of(8), 0, checkpointing, 3, how, null),
                item);
    }

    private static Pass pass(
            Path base, LoraPlan plan, TrainableModel.Settings settings, WorkItem item) {
        try (TrainableModel model =
                TrainableModel.lora(ModelFolder.open(base), plan, settings, Reference.cpu())) {
            Parameters parameters = model.parameters();
            try (PointerScope scope = new PointerScope();
                    NoGradGuard guard = new NoGradGuard()) {
                SplittableRandom random = new SplittableRandom(5);
                for (String name : parameters.names()) { // B is zero at first: nothing would flow
                    Tensor leaf = parameters.leaf(name);
                    float[] values = new float[Math.toIntExact(leaf.numel())];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = (float) (random.nextDouble() - 0.5) / 4;
                    }
                    leaf.copy_(Tensors.floats(Reference.cpu(), values, leaf.shape()));
                }
            }
            parameters.clearGradients();
            double loss = model.accumulate(List.of(item), 0.5, 1).getFirst();
            List<float[]> gradients = new ArrayList<>();
            for (String name : parameters.names()) {
                gradients.add(Tensors.toFloats(parameters.gradient(0, name)));
            }
            return new Pass(loss, gradients);
        }
    }

    private static void assertNear(Pass one, Pass other) {
        assertThat(one.loss()).isCloseTo(other.loss(), within(1e-5 * Math.abs(other.loss())));
        for (int i = 0; i < one.gradients().size(); i++) {
            double largest = 1e-3;
            double distance = 0;
            for (int k = 0; k < one.gradients().get(i).length; k++) {
                largest = Math.max(largest, Math.abs(other.gradients().get(i)[k]));
                distance =
                        Math.max(
                                distance,
                                Math.abs(one.gradients().get(i)[k] - other.gradients().get(i)[k]));
            }
            assertThat(distance / largest).as("parameter " + i).isLessThan(2e-5);
        }
    }

    /** Rows of the given lengths; those of one letter begin with the same {@code common} tokens. */
    private static WorkItem texts(String letters, int common, int... own) {
        SplittableRandom random = new SplittableRandom(letters.hashCode());
        List<TextInput> rows = new ArrayList<>();
        for (int i = 0; i < own.length; i++) {
            int[] ids = beginning(letters.charAt(i), common, own[i], random);
            boolean[] learnt = new boolean[ids.length];
            for (int k = Math.min(common + 2, ids.length - 1); k < ids.length; k++) {
                learnt[k] = true;
            }
            rows.add(new TextInput(ids, learnt));
        }
        return new WorkItem.Text(rows);
    }

    private static int[] beginning(char letter, int common, int own, SplittableRandom random) {
        int[] ids = new SplittableRandom(letter).ints((long) common + own, 0, 97).toArray();
        for (int k = common; k < ids.length; k++) {
            ids[k] = random.nextInt(97);
        }
        return ids;
    }

    private static WorkItem questions(String letters, int common, int... own) {
        SplittableRandom random = new SplittableRandom(own.length);
        List<DecisionInput> questions = new ArrayList<>();
        List<float[]> targets = new ArrayList<>();
        for (int i = 0; i < own.length; i++) {
            int length = common + own[i];
            questions.add(
                    new DecisionInput(
                            beginning(letters.charAt(i), common, own[i], random),
                            new int[] {length - 5, length - 3},
                            length - 1));
            targets.add(new float[] {0.25f, 0.75f});
        }
        return new WorkItem.Decisions(questions, targets, new float[own.length], new int[] {1, 2});
    }

    @ParameterizedTest
    @CsvSource({
        "qwen3, false",
        "qwen3, true",
        "llama, false",
        "llama, true",
    })
    void areThoseOfLibtorch(String family, boolean checkpointing) {
        for (WorkItem item :
                List.of(
                        texts("abc", 0, 9, 9, 70),
                        texts("aaaa", 40, 8, 30, 8, 1),
                        texts("abab", 17, 90, 70, 3, 5),
                        questions("aab", 33, 9, 12, 7))) {
            Pass expected = pass(family, Gradients.DIFFERENTIATED, checkpointing, item);
            assertNear(pass(family, Gradients.BY_HAND_UNSHARED, checkpointing, item), expected);
            assertNear(pass(family, Gradients.BY_HAND, checkpointing, item), expected);
        }
    }

    /** Probabilities of long rows are not kept but made again. */
    @ParameterizedTest
    @CsvSource({"qwen3", "llama"})
    void longRowsToo(String family) {
        WorkItem item = texts("aab", 300, 400, 250, 30);
        Pass expected = pass(family, Gradients.DIFFERENTIATED, false, item);
        assertNear(pass(family, Gradients.BY_HAND_UNSHARED, false, item), expected);
        assertNear(pass(family, Gradients.BY_HAND, false, item), expected);
    }

    /** On a tied base with biases; nf4 where {@code quantised}. */
    @ParameterizedTest
    @CsvSource({
        "false, q_proj;down_proj, '', ALL",
        "true, up_proj;model.embed_tokens;lm_head, '', LORA_ONLY",
        "false, v_proj, embed_tokens, NONE",
        "true, o_proj, embed_tokens;lm_head, ALL",
    })
    void whatIsTrainedBesidePairsToo(
            boolean quantised, String targets, String saved, AdapterBias bias) {
        LoraPlan plan =
                new LoraPlan(
                        new AdapterConfig(
                                AdapterRanks.of(3, 6, false),
                                0,
                                new AdapterScope(
                                        new AdapterTargets.Names(List.of(targets.split(";"))),
                                        Optional.empty(),
                                        Optional.of(new AdapterLayers(List.of(1, 2), List.of())),
                                        saved.isEmpty() ? List.of() : List.of(saved.split(";"))),
                                bias,
                                Map.of(),
                                false,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()),
                        true);
        Quantization base = quantised ? new Quantization(Quantization.Type.NF4, true) : null;
        List<TextInput> rows =
                ((WorkItem.Text) texts("abab", 17, 20, 9, 3, 5))
                        .rows().stream()
                                .map(
                                        row ->
                                                new TextInput(
                                                        Arrays.stream(row.ids())
                                                                .map(id -> id % 48)
                                                                .toArray(),
                                                        row.learnt()))
                                .toList();
        for (boolean checkpointing : new boolean[] {false, true}) {
            List<Pass> passes = new ArrayList<>();
            for (Gradients how : Gradients.values()) {
                var settings =
                        new TrainableModel.Settings(
                                OptionalInt.empty(), 0, checkpointing, 3, how, base);
                passes.add(pass(PEFT_BASE, plan, settings, new WorkItem.Text(rows)));
            }
            assertNear(passes.get(0), passes.get(2));
            assertNear(passes.get(1), passes.get(2));
            assertThat(passes.getFirst().gradients())
                    .allSatisfy(gradient -> assertThat(isZero(gradient)).isFalse());
        }
    }

    private static boolean isZero(float[] gradient) {
        for (float value : gradient) {
            if (value != 0) {
                return false;
            }
        }
        return true;
    }
}
