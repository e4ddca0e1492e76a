package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.GgufAdapter;
import dev.tagwerk.modelfiles.GgufFormat;
import dev.tagwerk.modelfiles.GgufModel;
import dev.tagwerk.modelfiles.MergedModel;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.modelfiles.TensorBytes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is exported to GGUF gives llama.cpp's logits and greedy tokens, and these are ours. */
class GgufExportTest {
    private static final Path TINY = Path.of("../examples/tiny-base");
    private static final Path PEFT = Path.of("../modelfiles/src/test/fixtures/peft");
    private static final int TOKENS = 64;

    private static final List<String> BEGINNINGS =
            List.of(
                    "The die shows",
                    "A player keeps",
                    "The upper boxes are",
                    "Four of a kind needs",
                    "Dice: 1 2 3 4 5 6\nrolls left 2",
                    "A full house",
                    "The sum of",
                    "In the game of dice",
                    "A die has",
                    "Five dice",
                    "A straight is",
                    "The player rolls",
                    "Three of a kind",
                    "Yahtzee",
                    "6 6 6 6",
                    "1 2 3",
                    "The box",
                    "A small straight counts",
                    "A large straight",
                    "The lower boxes are",
                    "chance counts",
                    "two of five",
                    "The bonus is",
                    "A game has thirteen");

    /** Both in fp32. */
    private static final double EXACT = 1e-5;

    private static LlamaCpp llama;
    @TempDir Path folder;

    @BeforeAll
    static void start() throws IOException {
        llama = LlamaCpp.start();
    }

    @AfterAll
    static void stop() throws IOException {
        if (llama != null) {
            llama.close();
        }
    }

    /**
     * A base that was trained, so that its text means something. llama.cpp rounds activations to
     * the type of the weights, too: in bf16 and q8_0 a near tie may fall the other way.
     */
    @ParameterizedTest
    @CsvSource({"F32, 1e-5, 0", "F16, 2e-3, 0", "BF16, 2e-2, 4", "Q8_0, 6e-2, 6"})
    void aTrainedModelWritesTheSameText(GgufFormat format, double tolerance, int mayPart)
            throws IOException {
        Path model = tiny();
        List<int[]> prompts = new ArrayList<>();
        try (ModelTokenizer tokenizer = ModelTokenizer.open(model)) {
            BEGINNINGS.forEach(text -> prompts.add(tokenizer.encode(text, false).ids()));
        }
        Path file = folder.resolve("model.gguf");
        new GgufModel(ModelFolder.open(model), format).write(file, "tiny");
        LlamaCpp.Answer answer = llama.answer(file, Optional.empty(), prompts, TOKENS, BEGINNINGS);
        assertThat(answer.tokenized()).containsExactlyElementsOf(prompts);
        int parted = 0;
        try (LanguageModel ours = open(model, Optional.empty())) {
            for (int i = 0; i < prompts.size(); i++) {
                assertThat(distance(last(ours, prompts.get(i)), answer.logits().get(i)))
                        .isLessThan(tolerance);
                int[] text = greedy(ours, prompts.get(i), TOKENS);
                parted += Arrays.equals(text, answer.generated().get(i)) ? 0 : 1;
            }
        }
        System.out.printf("%s: %d of %d texts part%n", format, parted, prompts.size());
        assertThat(parted).isLessThanOrEqualTo(mayPart);
    }

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
    })
    void everyArchitectureComputesAlike(String name, double tolerance) throws IOException {
        Path model = architecture(name);
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
                "minicpm       | model_type 'minicpm' cannot be exported",
                "falcon        | model_type 'falcon' cannot be exported",
            })
    void whatLlamaCppComputesOtherwiseIsRefused(String name, String part) throws IOException {
        ModelFolder model = ModelFolder.open(architecture(name));
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
            assertThat(distance(without.logits().getFirst(), answer.logits().getFirst()))
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
        Path model = architecture("llama-linear");
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
        try (LanguageModel ours = open(model, Optional.empty())) {
            assertThat(distance(last(ours, prompt), answer.logits().getFirst()))
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
        try (LanguageModel ours = open(model, adapter)) {
            for (int i = 0; i < prompts.size(); i++) {
                int[] text = answer.generated().get(i);
                assertThat(distance(last(ours, prompts.get(i)), answer.logits().get(i)))
                        .isLessThan(tolerance);
                assertThat(text)
                        .as("text after prompt %d", i)
                        .containsExactly(greedy(ours, prompts.get(i), text.length));
            }
        }
    }

    private static LanguageModel open(Path model, Optional<AdapterFolder> adapter) {
        return LanguageModel.open(
                ModelFolder.open(model), adapter, Optional.empty(), Reference.cpu());
    }

    private static float[] last(LanguageModel model, int[] prompt) {
        return model.logits(prompt)[prompt.length - 1];
    }

    private static int[] greedy(LanguageModel model, int[] prompt, int tokens) {
        return model.generate(prompt, GenerationSettings.greedy(tokens, Set.of()), token -> {});
    }

    private static double distance(float[] ours, float[] theirs) {
        assertThat(ours).hasSameSizeAs(theirs);
        double worst = 0;
        double largest = 0;
        for (int i = 0; i < ours.length; i++) {
            worst = Math.max(worst, Math.abs(ours[i] - theirs[i]));
            largest = Math.max(largest, Math.abs(ours[i]));
        }
        return worst / largest;
    }

    /** The trained base with Qwen's pre-tokenizer: llama.cpp does not know its own. */
    private Path tiny() throws IOException {
        return Reference.copy(
                TINY,
                folder.resolve("model"),
                "tokenizer.json",
                json ->
                        ((ObjectNode)
                                        json.get("pre_tokenizer")
                                                .get("pretokenizers")
                                                .get(0)
                                                .get("pattern"))
                                .put("Regex", Tokenizers.QWEN2));
    }

    private Path architecture(String name) throws IOException {
        Path model = ArchitectureCase.open(name, folder.resolve("case")).model();
        Consumer<ObjectNode> edit =
                config -> {
                    // llama.cpp scales scores by the width of a head.
                    if (config.has("query_pre_attn_scalar")) {
                        config.set("query_pre_attn_scalar", config.get("head_dim"));
                    }
                    if (name.equals("gemma3")) {
                        // llama.cpp's pattern: each of the first five blocks has a window.
                        config.putArray("layer_types")
                                .add("sliding_attention")
                                .add("sliding_attention")
                                .add("sliding_attention");
                    }
                };
        Path copy = Reference.copy(model, folder.resolve(name), "config.json", edit);
        Tokenizers.letters(copy, 40);
        return copy;
    }

    private Path small(String base) throws IOException {
        Path copy =
                Reference.copy(
                        PEFT.resolve(base), folder.resolve(base), "config.json", config -> {});
        Tokenizers.letters(copy, 40);
        return copy;
    }
}
