package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.GgufFormat;
import dev.tagwerk.modelfiles.GgufModel;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.modelfiles.TensorBytes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a file's type changes is the weights, and llama.cpp's arithmetic: beside matrices in bf16 or
 * q8_0 it rounds activations to these types, too. The weights are ours to get right; where they are
 * the same numbers in f32, llama.cpp says what we say. Its arithmetic can turn a near tie.
 */
class GgufRoundingTest extends WithLlamaCpp {
    private static final int BLOCK = 32;

    /**
     * A base that was trained on texts, whose best tokens are often close.
     *
     * @param noise how far a logit may be off, as a share of the largest
     */
    @ParameterizedTest
    @CsvSource({"F32, 1e-5", "F16, 2e-3", "BF16, 2e-2", "Q8_0, 6e-2"})
    void textsPartAtNearTiesOnly(GgufFormat format, double noise) throws IOException {
        Path model = GgufComparison.tiny(folder);
        List<int[]> prompts = new ArrayList<>();
        try (ModelTokenizer tokenizer = ModelTokenizer.open(model)) {
            for (String text : GgufComparison.BEGINNINGS) {
                prompts.add(tokenizer.encode(text, false).ids());
            }
        }
        Path file = folder.resolve("model.gguf");
        new GgufModel(ModelFolder.open(model), format).write(file, "tiny");
        // The same numbers as the file's, in fp32.
        Path same = Reference.copy(model, folder.resolve("same"), "config.json", config -> {});
        Reference.editWeights(same, tensor -> rounded(tensor, format));
        Path exact = folder.resolve("exact.gguf");
        new GgufModel(ModelFolder.open(same), GgufFormat.F32).write(exact, "tiny");
        LlamaCpp.Answer inFp32 = answer(exact, prompts, GgufComparison.TOKENS);
        LlamaCpp.Answer rounding =
                llama.answer(
                        file,
                        Optional.empty(),
                        prompts,
                        GgufComparison.TOKENS,
                        GgufComparison.BEGINNINGS);
        assertThat(rounding.tokenized()).containsExactlyElementsOf(prompts);
        int parted = 0;
        try (LanguageModel ours = GgufComparison.open(same, Optional.empty())) {
            for (int i = 0; i < prompts.size(); i++) {
                int[] text = GgufComparison.greedy(ours, prompts.get(i), GgufComparison.TOKENS);
                assertThat(inFp32.generated().get(i))
                        .as("the file's weights in fp32, text %d", i)
                        .containsExactly(text);
                int at = Arrays.mismatch(text, rounding.generated().get(i));
                if (at >= 0) {
                    parted++;
                    assertNearTie(format, ours, file, joined(prompts.get(i), text, at), noise);
                }
                assertThat(
                                GgufComparison.distance(
                                        GgufComparison.last(ours, prompts.get(i)),
                                        rounding.logits().get(i)))
                        .isLessThan(noise);
            }
        }
        System.out.printf("%s: %d of %d texts part%n", format, parted, prompts.size());
        if (format == GgufFormat.F32 || format == GgufFormat.F16) {
            assertThat(parted).isZero();
        }
    }

    /** Where texts part, our two best tokens are closer than what rounding does to any logit. */
    private static void assertNearTie(
            GgufFormat format, LanguageModel ours, Path file, int[] text, double noise)
            throws IOException {
        float[] mine = GgufComparison.last(ours, text);
        float[] theirs = answer(file, List.of(text), 1).logits().getFirst();
        double largest = 0;
        double moved = 0;
        for (int i = 0; i < mine.length; i++) {
            largest = Math.max(largest, Math.abs(mine[i]));
            moved = Math.max(moved, Math.abs(mine[i] - theirs[i]));
        }
        float[] sorted = mine.clone();
        Arrays.sort(sorted);
        double gap = sorted[sorted.length - 1] - sorted[sorted.length - 2];
        System.out.printf(
                Locale.ROOT,
                "%s: two best tokens %.4f apart, logits moved by up to %.4f, the largest is %.2f%n",
                format,
                gap,
                moved,
                largest);
        assertThat(moved / largest).isLessThan(noise);
        assertThat(gap).isLessThan(2 * moved).isLessThan(noise * largest);
    }

    private static int[] joined(int[] prompt, int[] text, int tokens) {
        int[] joined = Arrays.copyOf(prompt, prompt.length + tokens);
        System.arraycopy(text, 0, joined, prompt.length, tokens);
        return joined;
    }

    private static LlamaCpp.Answer answer(Path file, List<int[]> prompts, int tokens)
            throws IOException {
        return llama.answer(file, Optional.empty(), prompts, tokens, List.of());
    }

    /** A matrix with the numbers that a file of this type holds, worked out on its own. */
    private static TensorBytes rounded(TensorBytes tensor, GgufFormat format) {
        if (tensor.shape().size() < 2) {
            return tensor;
        }
        int count = Math.toIntExact(tensor.elements());
        float[] values = new float[count];
        ByteBuffer bf16 = tensor.bytes().asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            values[i] = Float.intBitsToFloat(bf16.getShort(2 * i) << 16);
        }
        if (format == GgufFormat.Q8_0) {
            for (int from = 0; from < count; from += BLOCK) {
                quantize(values, from);
            }
        }
        ByteBuffer bytes = ByteBuffer.allocate(4 * count).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : values) {
            bytes.putFloat(
                    format == GgufFormat.F16
                            ? Float.float16ToFloat(Float.floatToFloat16(value))
                            : value);
        }
        return new TensorBytes(
                tensor.name(), DType.F32, tensor.shape(), MemorySegment.ofArray(bytes.array()));
    }

    private static void quantize(float[] values, int from) {
        float largest = 0;
        for (int i = from; i < from + BLOCK; i++) {
            largest = Math.max(largest, Math.abs(values[i]));
        }
        float scale = largest / 127;
        float kept = Float.float16ToFloat(Float.floatToFloat16(scale));
        for (int i = from; i < from + BLOCK; i++) {
            values[i] = scale == 0 ? 0 : kept * Math.round(values[i] / scale);
        }
    }
}
