package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.GgufAdapter;
import dev.tagwerk.modelfiles.GgufFormat;
import dev.tagwerk.modelfiles.GgufModel;
import dev.tagwerk.modelfiles.MergedModel;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.TensorBytes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is exported to GGUF gives llama.cpp's logits and greedy tokens, and these are ours. */
class GgufExportTest extends WithLlamaCpp {
    private static final Path PEFT = Path.of("../modelfiles/src/test/fixtures/peft");
    private static final int TOKENS = GgufComparison.TOKENS;

    /** Both in fp32. */
    private static final double EXACT = 1e-5;

    /** Random weights whose logits differ by much, so that the texts are no loops. */
    @ParameterizedTest
    @CsvSource({
        "llama-linear, 1e-5",
        "llama-yarn, 1e-5",
        "llama-llama3, 1e-5",
        "qwen2, 1e-5",
        // llama.cpp's GELU is a table in half precision.
        "gemma2, 2e-3",
        "gemma3, 2e-3",
        // Its GELU is by tanh besides.
        "falcon, 4e-3",
        "falcon-groups, 4e-3",
        "minicpm, 1e-5",
    })
    void everyArchitectureComputesAlike(String name, double tolerance) throws IOException {
        Path model = GgufComparison.architecture(name, folder);
        Path file = folder.resolve("model.gguf");
        new GgufModel(ModelFolder.open(model), GgufFormat.F32).write(file, name);
        List<int[]> prompts =
                List.of(
                        new int[] {5, 17, 33, 2, 50, 41, 9, 9, 12},
                        new int[] {20},
                        new int[] {3, 1},
                        new int[] {50, 44, 8, 31, 6, 6, 27, 19, 2, 2, 51, 15, 40, 11, 38, 7, 13});
        LlamaCpp.Answer answer = llama.answer(file, Optional.empty(), prompts, TOKENS, List.of());
        assertSame(model, Optional.empty(), prompts, answer, tolerance);
        // With an embedding that is also the output, random weights only echo.
        if (!ModelFolder.open(model).config().tiedEmbeddings()) {
            assertThat(Arrays.stream(answer.generated().getFirst()).distinct().count())
                    .isGreaterThan(4);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "llama-dynamic | rope scaling dynamic is not known",
                "falcon-serial | attention and feed-forward one after the other",
                "falcon-serial | biases of queries, keys and values are not known for falcon",
            })
    void whatLlamaCppComputesOtherwiseIsRefused(String name, String part) throws IOException {
        ModelFolder model = ModelFolder.open(GgufComparison.architecture(name, folder));
        assertThatThrownBy(
                        () ->
                                new GgufModel(model, GgufFormat.F32)
                                        .write(folder.resolve("model.gguf"), name))
                .hasMessageContaining(part);
        assertThat(folder.resolve("model.gguf")).doesNotExist();
    }

    /** Logits of PEFT itself, for every kind of pair; the scales of three differ by module. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "names-l",
                "regex-l",
                "exclude_regex-l",
                "patterns-l",
                "patterns_rslora-l",
                "layers-l",
                "head-l",
                "embedding-l",
                "head_and_embedding-l"
            })
    void anAdapterIsLaidOverItsBase(String name) throws IOException {
        Path model = small("l");
        Path base = folder.resolve("base.gguf");
        new GgufModel(ModelFolder.open(model), GgufFormat.F32).write(base, "l");
        Path lora = folder.resolve("lora.gguf");
        try (AdapterFolder adapter = AdapterFolder.read(PEFT.resolve(name))) {
            new GgufAdapter(ModelFolder.open(model), adapter, GgufFormat.F32).write(lora, name);
            List<int[]> prompts = List.of(new int[] {7, 3, 11, 40, 5, 6, 2, 19}, new int[] {21});
            LlamaCpp.Answer answer =
                    llama.answer(base, Optional.of(lora), prompts, TOKENS, List.of());
            assertSame(model, Optional.of(adapter), prompts, answer, EXACT);
            LlamaCpp.Answer without = llama.answer(base, Optional.empty(), prompts, 1, List.of());
            assertThat(
                            GgufComparison.distance(
                                    without.logits().getFirst(), answer.logits().getFirst()))
                    .isGreaterThan(100 * EXACT);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "save_both-l       | model.embed_tokens.weight as a whole",
                "save_block_part-l | model.layers.1.mlp.down_proj.weight as a whole",
                "tokens-l          | trained tokens",
            })
    void whatIsNoPairIsMergedFirst(String name, String part) throws IOException {
        Path model = small("l");
        Path file = folder.resolve("model.gguf");
        try (AdapterFolder adapter = AdapterFolder.read(PEFT.resolve(name))) {
            assertThatThrownBy(
                            () ->
                                    new GgufAdapter(
                                                    ModelFolder.open(model),
                                                    adapter,
                                                    GgufFormat.F32)
                                            .write(file, name))
                    .hasMessageContaining(part)
                    .hasMessageContaining("models merge");
            Path merged = folder.resolve("merged");
            new MergedModel(ModelFolder.open(model), adapter, DType.F32)
                    .write(merged, written -> "", List.of());
            new GgufModel(ModelFolder.open(merged), GgufFormat.F32).write(file, name);
            List<int[]> prompts = List.of(new int[] {7, 3, 11, 40, 5, 6, 2, 19});
            LlamaCpp.Answer answer =
                    llama.answer(file, Optional.empty(), prompts, TOKENS, List.of());
            assertSame(model, Optional.of(adapter), prompts, answer, 5 * EXACT);
        }
    }

    /** The comparison sees rows of queries that are left in transformers' order. */
    @Test
    void rowsInTheWrongOrderAreSeen() throws IOException {
        Path model = GgufComparison.architecture("llama-linear", folder);
        Path bent = folder.resolve("bent");
        Reference.copy(model, bent, "config.json", config -> {});
        int headDim = ModelFolder.open(model).config().headDim();
        Reference.editWeights(
                bent,
                tensor ->
                        tensor.name().endsWith("q_proj.weight")
                                ? unpaired(tensor, headDim)
                                : tensor);
        Path file = folder.resolve("model.gguf");
        new GgufModel(ModelFolder.open(bent), GgufFormat.F32).write(file, "bent");
        int[] prompt = {5, 17, 33, 2, 60};
        LlamaCpp.Answer answer =
                llama.answer(file, Optional.empty(), List.of(prompt), 1, List.of());
        try (LanguageModel ours = GgufComparison.open(model, Optional.empty())) {
            assertThat(
                            GgufComparison.distance(
                                    GgufComparison.last(ours, prompt), answer.logits().getFirst()))
                    .isGreaterThan(1000 * EXACT);
        }
    }

    /** What the export turns into rows in transformers' order. */
    private static TensorBytes unpaired(TensorBytes tensor, int headDim) {
        long rowBytes = tensor.bytes().byteSize() / tensor.shape().getFirst();
        MemorySegment rows =
                MemorySegment.ofArray(new byte[Math.toIntExact(tensor.bytes().byteSize())]);
        for (int row = 0; row < tensor.shape().getFirst(); row++) {
            int within = row % headDim;
            int target = row - within + (within % 2) * (headDim / 2) + within / 2;
            MemorySegment.copy(tensor.bytes(), row * rowBytes, rows, target * rowBytes, rowBytes);
        }
        return new TensorBytes(tensor.name(), tensor.dtype(), tensor.shape(), rows);
    }

    private static void assertSame(
            Path model,
            Optional<AdapterFolder> adapter,
            List<int[]> prompts,
            LlamaCpp.Answer answer,
            double tolerance) {
        try (LanguageModel ours = GgufComparison.open(model, adapter)) {
            for (int i = 0; i < prompts.size(); i++) {
                int[] text = answer.generated().get(i);
                assertThat(
                                GgufComparison.distance(
                                        GgufComparison.last(ours, prompts.get(i)),
                                        answer.logits().get(i)))
                        .isLessThan(tolerance);
                assertThat(text)
                        .as("text after prompt %d", i)
                        .containsExactly(GgufComparison.greedy(ours, prompts.get(i), text.length));
            }
        }
    }

    private Path small(String base) throws IOException {
        Path copy =
                Reference.copy(
                        PEFT.resolve(base), folder.resolve(base), "config.json", config -> {});
        Tokenizers.letters(copy, 40);
        return copy;
    }
}
