package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.TensorBytes;
import dev.tagwerk.modelfiles.WeightStore;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The comparison with the reference sees faults: each is planted through inputs (configuration,
 * weights, adapter, mask, labels, step number), and must exceed the tolerance by far where the same
 * path without it stays below.
 */
class PlantedFaultsTest {
    /** Of the fidelity test, for logits and losses. */
    private static final double TOLERANCE = 1e-5;

    private static final double FAR = 20;

    @TempDir Path folder;

    enum Fault {
        NORM_EPSILON,
        ROTARY_BASE,
        LORA_SCALE,
        HEAD_ORDER,
        MASK_OFF_BY_ONE,
        UNTIED_HEAD,
        LABEL_SHIFT,
        OPTIMIZER_BIAS_CORRECTION
    }

    @ParameterizedTest
    @EnumSource
    void aPlantedFaultIsSeen(Fault fault) throws IOException {
        double without = distance(fault, false);
        double with = distance(fault, true);
        System.out.printf("%s: %.1e without, %.1e with%n", fault, without, with);
        assertThat(without).isLessThan(TOLERANCE);
        assertThat(with).isGreaterThan(FAR * TOLERANCE);
    }

    private double distance(Fault fault, boolean planted) throws IOException {
        return switch (fault) {
            case NORM_EPSILON ->
                    configured("qwen3", planted, config -> config.put("rms_norm_eps", 1e-5));
            case ROTARY_BASE ->
                    configured(
                            "llama",
                            planted,
                            config ->
                                    ((ObjectNode) config.get("rope_parameters"))
                                            .put("rope_theta", 20_000.0));
            case UNTIED_HEAD ->
                    configured("llama", planted, config -> config.put("tie_word_embeddings", true));
            case LORA_SCALE -> adapted(planted);
            case HEAD_ORDER -> reordered(planted);
            case MASK_OFF_BY_ONE -> masked(planted);
            case LABEL_SHIFT ->
                    Reference.lossDistance(
                            "qwen3",
                            planted
                                    ? new Reference.Bent(PlantedFaultsTest::shifted, step -> step)
                                    : Reference.Bent.NOTHING);
            case OPTIMIZER_BIAS_CORRECTION ->
                    Reference.lossDistance(
                            "qwen3",
                            planted
                                    ? new Reference.Bent(labels -> labels, step -> step + 100_000)
                                    : Reference.Bent.NOTHING);
        };
    }

    private double configured(String family, boolean planted, Consumer<ObjectNode> edit)
            throws IOException {
        Path model = model(family, planted, edit);
        return Reference.logitDistance(family, model, Optional.empty());
    }

    private Path model(String family, boolean planted, Consumer<ObjectNode> edit)
            throws IOException {
        return Reference.copy(
                Reference.FIXTURES.resolve(family).resolve("model"),
                folder.resolve(planted ? "planted" : "plain"),
                "config.json",
                planted ? edit : config -> {});
    }

    private double adapted(boolean planted) throws IOException {
        Path adapter =
                Reference.copy(
                        Reference.FIXTURES.resolve("qwen3/adapter-initial"),
                        folder.resolve(planted ? "planted" : "plain"),
                        "adapter_config.json",
                        config -> config.put("lora_alpha", planted ? 16 : 8));
        return Reference.logitDistance(
                "qwen3", Reference.FIXTURES.resolve("qwen3/model"), Optional.of(adapter));
    }

    /**
     * Key/value heads tiled (0 1 0 1) instead of repeated (0 0 1 1): the same as query heads in the
     * order 0 2 1 3, with the output's columns following.
     */
    private double reordered(boolean planted) throws IOException {
        Path model = model("qwen3", planted, config -> {});
        int[] order = planted ? new int[] {0, 2, 1, 3} : new int[] {0, 1, 2, 3};
        Reference.editWeights(
                model,
                tensor -> {
                    if (tensor.name().endsWith("q_proj.weight")) {
                        long perHead = tensor.bytes().byteSize() / order.length;
                        return permuted(tensor, 1, perHead, order);
                    }
                    if (tensor.name().endsWith("o_proj.weight")) {
                        long rows = tensor.shape().getFirst();
                        long perHead = tensor.bytes().byteSize() / rows / order.length;
                        return permuted(tensor, rows, perHead, order);
                    }
                    return tensor;
                });
        return Reference.logitDistance("qwen3", model, Optional.empty());
    }

    // In each of `groups` stretches: pieces of `size` bytes in the given order.
    private static TensorBytes permuted(TensorBytes tensor, long groups, long size, int[] order) {
        MemorySegment target = MemorySegment.ofArray(new byte[(int) tensor.bytes().byteSize()]);
        for (long group = 0; group < groups; group++) {
            long start = group * size * order.length;
            for (int i = 0; i < order.length; i++) {
                MemorySegment.copy(
                        tensor.bytes(), start + order[i] * size, target, start + i * size, size);
            }
        }
        return new TensorBytes(tensor.name(), tensor.dtype(), tensor.shape(), target);
    }

    /** Each position sees the one after it as well. */
    private static double masked(boolean planted) throws IOException {
        ModelFolder base = ModelFolder.open(Reference.FIXTURES.resolve("qwen3/model"));
        try (WeightStore weights = base.weights();
                Decoder decoder = Decoder.frozen(base.config(), weights, Reference.cpu())) {
            return Reference.logitDistance(
                    "qwen3", "logits.safetensors", ids -> extended(decoder, ids, planted));
        }
    }

    private static float[][] extended(Decoder decoder, int[] ids, boolean planted) {
        float[] mask = PrefixScoring.causalMask(ids.length);
        for (int i = 0; planted && i + 1 < ids.length; i++) {
            mask[i * ids.length + i + 1] = 0;
        }
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            float[] flat =
                    Tensors.toFloats(
                            decoder.logits(
                                    decoder.extend(
                                            ids,
                                            PrefixScoring.positions(0, ids.length),
                                            mask,
                                            Overlay.NONE,
                                            new KeyValueCache(),
                                            false),
                                    Overlay.NONE));
            int vocab = flat.length / ids.length;
            float[][] rows = new float[ids.length][];
            for (int t = 0; t < ids.length; t++) {
                rows[t] = Arrays.copyOfRange(flat, t * vocab, (t + 1) * vocab);
            }
            return rows;
        }
    }

    private static boolean[] shifted(boolean[] labels) {
        boolean[] shifted = new boolean[labels.length];
        System.arraycopy(labels, 0, shifted, 1, labels.length - 1);
        return shifted;
    }
}
