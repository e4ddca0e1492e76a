package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Merged weights beside those of PEFT's {@code merge_and_unload}. */
class MergedModelTest {
    private static final Path PEFT = Fixtures.path("peft");
    private static final MergedModel.Card CARD = written -> "# Merged\n";

    @TempDir Path temporary;

    static Stream<String> untiedAdapters() throws IOException {
        try (Stream<Path> folders = Files.list(PEFT)) {
            return folders
                    .map(folder -> folder.getFileName().toString())
                    .filter(name -> name.endsWith("-l"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("untiedAdapters")
    void areThoseOfPeft(String name) {
        MergedModel.Written written = merge(name, DType.F32, temporary.resolve("fp32"));
        merge(name, DType.BF16, temporary.resolve("bf16"));
        List<String> changed = new ArrayList<>();
        try (SafetensorsFile expected =
                        SafetensorsFile.open(PEFT.resolve(name).resolve("expected.safetensors"));
                WeightStore base = WeightStore.open(PEFT.resolve("l"));
                WeightStore full = WeightStore.open(temporary.resolve("fp32"));
                WeightStore half = WeightStore.open(temporary.resolve("bf16"))) {
            assertThat(full.names()).isEqualTo(base.names());
            for (String tensor : base.names()) {
                float[] before = Floats.all(base.get(tensor));
                float[] ours = Floats.all(full.get(tensor));
                String inReference = "merged.float32." + tensor;
                if (!expected.tensors().containsKey(inReference)) {
                    assertThat(ours).as(tensor).isEqualTo(before);
                    continue;
                }
                changed.add(tensor);
                float[] wanted = Floats.all(expected.tensor(inReference));
                assertThat(worst(ours, wanted)).as(tensor).isLessThan(1e-6);
                // PEFT rounds weight, change and sum; here only the sum is rounded.
                float[] rounded =
                        Floats.all(
                                expected.tensors().containsKey("merged.bfloat16." + tensor)
                                        ? expected.tensor("merged.bfloat16." + tensor)
                                        : base.get(tensor));
                float[] once = Floats.all(half.get(tensor));
                for (int i = 0; i < once.length; i++) {
                    float change = Math.abs(wanted[i] - before[i]);
                    float unit = (Math.abs(wanted[i]) + Math.abs(before[i]) + change) / 256;
                    assertThat(Math.abs(once[i] - rounded[i])).as(tensor).isLessThan(unit);
                    assertThat(Math.abs(once[i] - wanted[i]))
                            .isLessThanOrEqualTo(Math.abs(wanted[i]) / 256);
                }
            }
        }
        assertThat(changed).isNotEmpty();
        assertThat(written.changed()).isGreaterThanOrEqualTo(changed.size());
    }

    /** What would be wrong shows: the same comparison with another scale is far off. */
    @Test
    void theComparisonSeesAnotherScale() throws IOException {
        Path bent = temporary.resolve("bent");
        Files.createDirectories(bent);
        Path original = PEFT.resolve("patterns_rslora-l");
        Files.copy(
                original.resolve("adapter_model.safetensors"),
                bent.resolve("adapter_model.safetensors"));
        Files.writeString(
                bent.resolve("adapter_config.json"),
                Files.readString(original.resolve("adapter_config.json"))
                        .replace("\"use_rslora\": true", "\"use_rslora\": false"));
        try (AdapterFolder adapter = AdapterFolder.read(bent)) {
            new MergedModel(ModelFolder.open(PEFT.resolve("l")), adapter, DType.F32)
                    .write(temporary.resolve("merged"), CARD, List.of());
        }
        String tensor = "model.layers.0.self_attn.o_proj.weight";
        try (SafetensorsFile expected =
                        SafetensorsFile.open(original.resolve("expected.safetensors"));
                WeightStore ours = WeightStore.open(temporary.resolve("merged"))) {
            assertThat(
                            worst(
                                    Floats.all(ours.get(tensor)),
                                    Floats.all(expected.tensor("merged.float32." + tensor))))
                    .isGreaterThan(1e-2);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"head-q", "embedding-q", "save_head-q", "save_embedding-q", "tokens_head-q"})
    void whatIsTiedComesApartWhereOneSideChanges(String name) throws IOException {
        MergedModel.Written written = merge(name, DType.BF16, temporary.resolve("merged"));
        assertThat(written.untied()).isTrue();
        JsonNode config = config(temporary.resolve("merged"));
        assertThat(config.path("tie_word_embeddings").asBoolean(true)).isFalse();
        assertThat(config.path("dtype").asText()).isEqualTo("bfloat16");
        try (WeightStore weights = WeightStore.open(temporary.resolve("merged"))) {
            assertThat(Floats.all(weights.get("lm_head.weight")))
                    .isNotEqualTo(Floats.all(weights.get("model.embed_tokens.weight")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"names-q", "tokens-q"})
    void whatIsTiedStaysTiedWhereItCan(String name) throws IOException {
        assertThat(merge(name, DType.F16, temporary.resolve("merged")).untied()).isFalse();
        JsonNode config = config(temporary.resolve("merged"));
        assertThat(config.path("tie_word_embeddings").asBoolean()).isTrue();
        try (WeightStore weights = WeightStore.open(temporary.resolve("merged"))) {
            assertThat(weights.has("lm_head.weight")).isFalse();
            assertThat(weights.get("model.norm.weight").dtype()).isEqualTo(DType.F16);
        }
    }

    @Test
    void largeModelsAreWrittenInShards() throws IOException {
        Path folder = temporary.resolve("merged");
        try (AdapterFolder adapter = AdapterFolder.read(PEFT.resolve("head-q"))) {
            ModelFolder base = ModelFolder.open(PEFT.resolve("q"));
            new MergedModel(base, adapter, DType.F32, 4_000).write(folder, CARD, List.of());
            new MergedModel(base, adapter, DType.F32)
                    .write(temporary.resolve("whole"), CARD, List.of());
        }
        JsonNode index = config(folder.resolve("model.safetensors.index.json"));
        assertThat(index.path("weight_map").size()).isGreaterThan(20);
        try (WeightStore shards = WeightStore.open(folder);
                WeightStore whole = WeightStore.open(temporary.resolve("whole"))) {
            assertThat(shards.names()).isEqualTo(whole.names());
            assertThat(index.path("metadata").path("total_size").asLong()).isEqualTo(whole.bytes());
            for (String name : whole.names()) {
                assertThat(Floats.all(shards.get(name))).isEqualTo(Floats.all(whole.get(name)));
            }
        }
        assertThat(ModelFolder.open(folder).config().tiedEmbeddings()).isFalse();
    }

    @Test
    void nothingIsOverwrittenAndNothingIsLeftHalf() throws IOException {
        Path folder = temporary.resolve("merged");
        Files.createDirectories(folder);
        merge("names-l", DType.F32, folder);
        assertThatThrownBy(() -> merge("names-l", DType.F32, folder))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("nothing is ever overwritten");
        Path file = Files.createFile(temporary.resolve("file"));
        assertThatThrownBy(() -> merge("names-l", DType.F32, file))
                .hasMessageContaining("nothing is ever overwritten");
        assertThatThrownBy(
                        () -> {
                            try (AdapterFolder adapter =
                                    AdapterFolder.read(PEFT.resolve("names-l"))) {
                                new MergedModel(
                                                ModelFolder.open(PEFT.resolve("l")),
                                                adapter,
                                                DType.F32)
                                        .write(
                                                temporary.resolve("never"),
                                                CARD,
                                                List.of(temporary.resolve("missing")));
                            }
                        })
                .isInstanceOf(ModelFilesException.class);
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("merged", "file");
        }
    }

    @Test
    void whatIsNotFiniteInTheNewTypeIsRefused() {
        Path adapter = temporary.resolve("adapter");
        String at = "base_model.model.model.layers.0.self_attn.q_proj.";
        AdapterFolder.write(
                adapter,
                new AdapterConfig(
                        1,
                        1e5,
                        0,
                        new AdapterTargets.Regex("model.layers.0.self_attn.q_proj"),
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                List.of(filled(at + "lora_A.weight", 1, 16), filled(at + "lora_B.weight", 16, 1)),
                "");
        assertThatThrownBy(() -> merge(adapter, DType.F16, temporary.resolve("merged")))
                .hasMessageContaining("no finite number of F16");
        merge(adapter, DType.BF16, temporary.resolve("merged"));
    }

    @Test
    void anotherBaseIsRefused() {
        try (AdapterFolder adapter = AdapterFolder.read(PEFT.resolve("names-q"))) {
            ModelFolder other = ModelFolder.open(Fixtures.path("models/llama"));
            assertThatThrownBy(
                            () ->
                                    new MergedModel(other, adapter, DType.F32)
                                            .write(temporary.resolve("x"), CARD, List.of()))
                    .hasMessageContaining("give the base that it was trained on");
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void theTypeOfTheBaseIsFound() {
        merge("names-q", DType.BF16, temporary.resolve("merged"));
        assertThat(MergedModel.typeOf(ModelFolder.open(temporary.resolve("merged"))))
                .isEqualTo(DType.BF16);
        assertThat(MergedModel.typeOf(ModelFolder.open(PEFT.resolve("q")))).isEqualTo(DType.F32);
    }

    private static TensorBytes filled(String name, long rows, long columns) {
        float[] ones = new float[(int) (rows * columns)];
        Arrays.fill(ones, 1);
        MemorySegment bytes = MemorySegment.ofArray(new byte[ones.length * Float.BYTES]);
        Floats.write(ones, DType.F32, bytes, 0);
        return new TensorBytes(name, DType.F32, List.of(rows, columns), bytes);
    }

    private static MergedModel.Written merge(String name, DType type, Path folder) {
        return merge(PEFT.resolve(name), type, folder);
    }

    private static MergedModel.Written merge(Path adapter, DType type, Path folder) {
        String base = adapter.toString().endsWith("-q") ? "q" : "l";
        try (AdapterFolder read = AdapterFolder.read(adapter)) {
            return new MergedModel(ModelFolder.open(PEFT.resolve(base)), read, type)
                    .write(folder, CARD, List.of());
        }
    }

    private static double worst(float[] ours, float[] wanted) {
        assertThat(ours).hasSameSizeAs(wanted);
        double worst = 0;
        double largest = 0;
        for (int i = 0; i < ours.length; i++) {
            worst = Math.max(worst, Math.abs(ours[i] - wanted[i]));
            largest = Math.max(largest, Math.abs(wanted[i]));
        }
        return worst / largest;
    }

    private static JsonNode config(Path path) throws IOException {
        Path file = Files.isDirectory(path) ? path.resolve("config.json") : path;
        return new ObjectMapper().readTree(file.toFile());
    }
}
