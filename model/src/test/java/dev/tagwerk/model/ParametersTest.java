package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.TensorBytes;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParametersTest {
    private final Parameters parameters = fresh(5);

    private static Parameters fresh(long seed) {
        return new Parameters(
                List.of(
                        parameter(
                                "head.b",
                                ParameterGroup.HEAD_VECTOR,
                                new Parameter.Initial.Constant(1),
                                3),
                        parameter(
                                "a",
                                ParameterGroup.ADAPTER,
                                new Parameter.Initial.Uniform(0.5),
                                2,
                                4),
                        parameter(
                                "b",
                                ParameterGroup.ADAPTER,
                                new Parameter.Initial.Constant(0),
                                4,
                                2)),
                Reference.cpu(),
                seed);
    }

    private static Parameter parameter(
            String name, ParameterGroup group, Parameter.Initial initial, long... shape) {
        return new Parameter(name, shape, group, initial);
    }

    @AfterEach
    void close() {
        parameters.close();
    }

    private static Map<String, TensorBytes> byName(List<TensorBytes> tensors) {
        Map<String, TensorBytes> map = new HashMap<>();
        tensors.forEach(tensor -> map.put(tensor.name(), tensor));
        return map;
    }

    private static TensorBytes filled(String name, float value, long... shape) {
        int size = 1;
        List<Long> sizes = new java.util.ArrayList<>();
        for (long one : shape) {
            size *= (int) one;
            sizes.add(one);
        }
        ByteBuffer bytes = ByteBuffer.allocate(size * 4).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < size; i++) {
            bytes.putFloat(value);
        }
        return new TensorBytes(name, DType.F32, sizes, MemorySegment.ofArray(bytes.array()));
    }

    private static void assertSame(List<TensorBytes> ours, List<TensorBytes> wanted) {
        Map<String, TensorBytes> expected = byName(wanted);
        assertThat(ours).hasSameSizeAs(wanted);
        for (TensorBytes tensor : ours) {
            assertThat(tensor.bytes().mismatch(expected.get(tensor.name()).bytes()))
                    .as(tensor.name())
                    .isEqualTo(-1);
        }
    }

    @Test
    void initialValuesFollowFromTheSeedAndTheName() {
        try (Parameters same = fresh(5);
                Parameters other = fresh(6)) {
            assertSame(same.save(), parameters.save());
            TensorBytes ours = byName(parameters.save()).get("a");
            TensorBytes theirs = byName(other.save()).get("a");
            assertThat(ours.bytes().mismatch(theirs.bytes())).isNotEqualTo(-1);
            for (int i = 0; i < 8; i++) {
                assertThat(Reference.value(ours, i)).isBetween(-0.5f, 0.5f);
            }
        }
        assertThat(parameters.count()).isEqualTo(3 + 8 + 8);
    }

    @Test
    void checkpointsAreWrittenFromTheBuffersThemselves() {
        update(parameters);
        assertSame(parameters.current(), parameters.save());
        assertSame(parameters.currentMoments(), parameters.saveMoments());
        List<TensorBytes> lasting = parameters.current();
        try (PointerScope scope = new PointerScope()) {
            parameters.leaf("a").detach().fill_(new Scalar(7.0));
        }
        assertThat(Reference.value(byName(lasting).get("a"), 0)).isEqualTo(7f);
    }

    @Test
    void whatWasSavedCanBeRestoredBitForBit() {
        update(parameters);
        try (Parameters other = fresh(6)) {
            other.restore(byName(parameters.save()), byName(parameters.saveMoments()));
            assertSame(other.save(), parameters.save());
            assertSame(other.saveMoments(), parameters.saveMoments());
        }
    }

    private static void update(Parameters parameters) {
        parameters.clearGradients();
        parameters.reducedGradient().fill_(Tensors.scalar(0.25));
        new AdamW(0.9, 0.95, 1e-8)
                .update(
                        parameters,
                        Map.of(
                                ParameterGroup.ADAPTER, new AdamW.Rate(0.1, 0),
                                ParameterGroup.HEAD_VECTOR, new AdamW.Rate(0.1, 0)),
                        1,
                        0,
                        1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "head.b"})
    void aMissingTensorIsNamedAndNothingChanges(String name) {
        Map<String, TensorBytes> saved =
                byName(List.of(filled("a", 9, 2, 4), filled("b", 9, 4, 2), filled("head.b", 9, 3)));
        saved.remove(name);
        assertRefused(saved, byName(parameters.saveMoments()), name);
    }

    @Test
    void anotherShapeIsNamedAndNothingChanges() {
        Map<String, TensorBytes> saved =
                byName(List.of(filled("a", 9, 4, 2), filled("b", 9, 4, 2), filled("head.b", 9, 3)));
        assertRefused(saved, byName(parameters.saveMoments()), "[4, 2]");
    }

    @Test
    void momentsOfAnotherSizeAreNamedAndNothingChanges() {
        Map<String, TensorBytes> saved =
                byName(List.of(filled("a", 9, 2, 4), filled("b", 9, 4, 2), filled("head.b", 9, 3)));
        assertRefused(
                saved,
                byName(List.of(filled("exp_avg", 0, 19), filled("exp_avg_sq", 0, 18))),
                "exp_avg_sq");
    }

    private void assertRefused(
            Map<String, TensorBytes> saved, Map<String, TensorBytes> moments, String named) {
        List<TensorBytes> before = parameters.save();
        assertThatThrownBy(() -> parameters.restore(saved, moments))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining(named);
        assertSame(parameters.save(), before);
    }

    @Test
    void overwritingAnUnknownTensorIsRefusedAsAWhole() {
        List<TensorBytes> before = parameters.save();
        assertThatThrownBy(
                        () ->
                                parameters.overwrite(
                                        byName(List.of(filled("b", 9, 4, 2), filled("c", 9, 1)))))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("c");
        assertSame(parameters.save(), before);
    }

    @Test
    void aGradientThatIsNotFiniteChangesNothing() {
        update(parameters);
        List<TensorBytes> before = parameters.save();
        List<TensorBytes> moments = parameters.saveMoments();
        parameters.clearGradients();
        parameters.reducedGradient().fill_(Tensors.scalar(Double.POSITIVE_INFINITY));
        double norm =
                new AdamW(0.9, 0.95, 1e-8)
                        .update(
                                parameters,
                                Map.of(
                                        ParameterGroup.ADAPTER, new AdamW.Rate(0.1, 0),
                                        ParameterGroup.HEAD_VECTOR, new AdamW.Rate(0.1, 0)),
                                2,
                                1,
                                1);
        assertThat(norm).isNotFinite();
        assertSame(parameters.save(), before);
        assertSame(parameters.saveMoments(), moments);
    }
}
