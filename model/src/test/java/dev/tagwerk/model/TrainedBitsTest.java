package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.TensorBytes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bits that training gives: the same again, the same recomputed, and only where it may. */
class TrainedBitsTest {
    private static final EnumSet<Slot> ALL = EnumSet.allOf(Slot.class);
    private static final int STEPS = 3;

    /** What a few steps leave. */
    private record Trained(List<Double> losses, Map<String, byte[]> tensors) {}

    private static Trained train(
            String family,
            Set<Slot> slots,
            boolean checkpointing,
            double dropout,
            boolean decision) {
        ModelFolder base = ModelFolder.open(Reference.FIXTURES.resolve(family).resolve("model"));
        OptionalInt dimension = decision ? OptionalInt.of(8) : OptionalInt.empty();
        try (TrainableModel model =
                TrainableModel.lora(
                        base,
                        new LoraPlan(4, 2, dropout, slots),
                        new TrainableModel.Settings(dimension, dropout, checkpointing, 3),
                        Reference.cpu())) {
            AdamW optimizer = new AdamW(0.9, 0.95, 1e-8);
            AdamW.Rate rate = new AdamW.Rate(0.01, 0);
            List<Double> losses = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                model.parameters().clearGradients();
                losses.addAll(
                        model.accumulate(
                                List.of(item(decision, step), item(decision, step + 10)),
                                0.1,
                                step));
                optimizer.update(
                        model.parameters(),
                        Map.of(
                                ParameterGroup.ADAPTER, rate,
                                ParameterGroup.HEAD_MATRIX, rate,
                                ParameterGroup.HEAD_VECTOR, rate),
                        step + 1L,
                        1,
                        1);
            }
            Map<String, byte[]> tensors = new java.util.TreeMap<>();
            for (TensorBytes tensor : model.parameters().save()) {
                tensors.put(
                        tensor.name(),
                        tensor.bytes().toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
            }
            return new Trained(losses, tensors);
        }
    }

    private static WorkItem item(boolean decision, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return decision ? questions(random) : texts(random);
    }

    private static WorkItem texts(SplittableRandom random) {
        List<TextInput> rows = new ArrayList<>();
        for (int length : new int[] {11, 11, 7}) {
            boolean[] learnt = new boolean[length];
            for (int i = length / 2; i < length; i++) {
                learnt[i] = true;
            }
            rows.add(new TextInput(ids(random, length), learnt));
        }
        return new WorkItem.Text(rows);
    }

    private static WorkItem questions(SplittableRandom random) {
        List<DecisionInput> questions =
                List.of(
                        new DecisionInput(ids(random, 12), new int[] {3, 6}, 11),
                        new DecisionInput(ids(random, 15), new int[] {2, 5, 9}, 14));
        return new WorkItem.Decisions(
                questions,
                List.of(new float[] {1, 0}, new float[] {0.1f, 0.9f, 0}),
                new float[] {0.3f, 0.3f},
                new int[] {11, 12, 13});
    }

    private static int[] ids(SplittableRandom random, int length) {
        return random.ints(length, 0, 97).toArray();
    }

    private static void assertSameBits(Trained one, Trained other) {
        assertThat(one.losses()).isEqualTo(other.losses());
        assertThat(one.tensors().keySet()).isEqualTo(other.tensors().keySet());
        one.tensors()
                .forEach(
                        (name, bytes) ->
                                assertThat(bytes).as(name).isEqualTo(other.tensors().get(name)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theSameAgain(boolean decision) {
        assertSameBits(
                train("qwen3", ALL, false, 0.2, decision),
                train("qwen3", ALL, false, 0.2, decision));
    }

    @ParameterizedTest
    @ValueSource(strings = {"qwen3", "llama"})
    void activationCheckpointingChangesNoBit(String family) {
        for (boolean decision : new boolean[] {false, true}) {
            for (double dropout : new double[] {0, 0.2}) {
                assertSameBits(
                        train(family, ALL, false, dropout, decision),
                        train(family, ALL, true, dropout, decision));
            }
        }
    }

    @Test
    void dropoutHasAnEffect() {
        assertThat(train("qwen3", ALL, false, 0.2, false).losses())
                .isNotEqualTo(train("qwen3", ALL, false, 0, false).losses());
    }

    @ParameterizedTest
    @ValueSource(strings = {"QUERY", "KEY,VALUE", "OUTPUT", "GATE", "UP,DOWN", "QUERY,VALUE,DOWN"})
    void anAdapterOnSomeMapsTrainsThoseAndNoOther(String names) {
        EnumSet<Slot> slots = EnumSet.noneOf(Slot.class);
        for (String name : names.split(",")) {
            slots.add(Slot.valueOf(name));
        }
        Trained trained = train("qwen3", slots, false, 0.1, false);
        assertThat(trained.tensors()).hasSize(slots.size() * 2 * 3);
        assertThat(trained.tensors().keySet())
                .allMatch(name -> slots.stream().anyMatch(slot -> name.contains(slot.path())));
        // B begins at zero: every pair has learnt something once its B has moved.
        trained.tensors()
                .forEach(
                        (name, bytes) -> {
                            if (name.endsWith("lora_B.weight")) {
                                assertThat(bytes).as(name).isNotEqualTo(new byte[bytes.length]);
                            }
                        });
        assertSameBits(trained, train("qwen3", slots, true, 0.1, false));
    }
}
