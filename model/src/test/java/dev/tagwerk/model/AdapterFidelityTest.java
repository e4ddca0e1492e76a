package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.MergedModel;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.SafetensorsFile;
import dev.tagwerk.modelfiles.TensorBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Adapters of every kind that PEFT 0.21 writes, beside what PEFT makes of them; and that the
 * comparison sees what could be handled wrongly.
 */
class AdapterFidelityTest {
    private static final Path PEFT = Path.of("../modelfiles/src/test/fixtures/peft");
    private static final double TOLERANCE = 1e-5;
    private static final double FAR = 100;

    @TempDir Path folder;

    static Stream<String> adapters() throws IOException {
        try (Stream<Path> folders = Files.list(PEFT)) {
            return folders
                    .filter(each -> Files.exists(each.resolve("adapter_config.json")))
                    .map(each -> each.getFileName().toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("adapters")
    void logitsArePefts(String name) throws IOException {
        assertThat(distance(name, PEFT.resolve(name))).isLessThan(TOLERANCE);
    }

    /** Tied matrices included, which PEFT's own merge would change on both sides. */
    @ParameterizedTest
    @MethodSource("adapters")
    void aMergedModelGivesTheSameLogits(String name) throws IOException {
        String base = name.substring(name.lastIndexOf('-') + 1);
        try (AdapterFolder adapter = AdapterFolder.read(PEFT.resolve(name))) {
            new MergedModel(ModelFolder.open(PEFT.resolve(base)), adapter, DType.F32)
                    .write(folder.resolve("merged"), written -> "", List.of());
        }
        boolean headless = name.startsWith("headless");
        float[] ours = outputs(folder.resolve("merged"), Optional.empty(), headless);
        // A sum that is rounded once is another than two products; the random bases amplify it.
        assertThat(distance(name, ours)).isLessThan(5 * TOLERANCE);
    }

    /** What each line handles as if it were not there changes the logits, or is refused. */
    @ParameterizedTest
    @CsvSource({
        "patterns-q, alpha_pattern, {}",
        "patterns-l, alpha_pattern, {}",
        "patterns_rslora-l, use_rslora, false",
        "patterns_rslora-l, alpha_pattern, {}",
        "rslora-q, use_rslora, false",
        "embedding-l, use_rslora, false",
    })
    void aPlantedFaultIsSeen(String name, String key, String value) throws IOException {
        Path bent = edited(name, config -> config.putRawValue(key, new RawJson(value).value()));
        assertThat(distance(name, bent)).isGreaterThan(FAR * TOLERANCE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "patterns-q       | rank_pattern            | {}        | but rank 2 needs",
                "regex-q          | target_modules          | \"q_proj\" | does not name it",
                "regex-q          | target_modules          | \"model.*\" | holds no matrices of",
                "exclude_names-q  | exclude_modules         | null      | holds no matrices of",
                "layers-q         | layers_to_transform     | [0]       | does not name it",
                "layers-q         | layers_to_transform     | [0,1,2]   | holds no matrices of",
                "save_head-q      | modules_to_save         | [\"lm_head\",\"embed_tokens\"] | first is model.embed_tokens",
                "save_norms-q     | modules_to_save         | null      | neither modules_to_save nor bias says so",
                "bias_all-q       | bias                    | \"none\"  | neither modules_to_save nor bias says so",
                "bias_all-q       | bias                    | \"lora_only\" | neither modules_to_save nor bias says so",
                "tokens-q         | trainable_token_indices | [3]       | names 1 tokens",
                "tokens-q         | trainable_token_indices | [3,48]    | for tokens of a base of [48, 16]",
                "tokens-q         | trainable_token_indices | null      | does not name them",
                "names-q          | trainable_token_indices | [3]       | no trained tokens",
                "tie_targets-q    | ensure_weight_tying     | false     | does not name it",
            })
    void whatDoesNotFitTogetherIsRefused(String name, String key, String value, String part)
            throws IOException {
        Path bent = edited(name, config -> config.putRawValue(key, new RawJson(value).value()));
        assertThatThrownBy(() -> distance(name, bent))
                .hasMessageContaining(bent.toString())
                .hasMessageContaining(part);
    }

    @Test
    void anAdapterOfAnotherBaseIsRefused() {
        assertThatThrownBy(() -> distance("bias_all-l", PEFT.resolve("bias_all-q")))
                .hasMessageContaining("has no place in this base");
        assertThatThrownBy(
                        () ->
                                Reference.logitDistance(
                                        "qwen3",
                                        Reference.FIXTURES.resolve("qwen3/model"),
                                        Optional.of(PEFT.resolve("names-q"))))
                .hasMessageContaining("has shape");
    }

    /** The value of a line as it stands in JSON. */
    private record RawJson(String json) {
        com.fasterxml.jackson.databind.util.RawValue value() {
            return new com.fasterxml.jackson.databind.util.RawValue(json);
        }
    }

    private Path edited(String name, Consumer<ObjectNode> edit) throws IOException {
        return Reference.copy(
                PEFT.resolve(name), folder.resolve(name), "adapter_config.json", edit);
    }

    /** The largest difference from PEFT's output, relative to the largest of them. */
    private static double distance(String name, Path adapter) throws IOException {
        String base = name.substring(name.lastIndexOf('-') + 1);
        boolean headless = name.startsWith("headless");
        try (AdapterFolder read = AdapterFolder.read(adapter)) {
            return distance(name, outputs(PEFT.resolve(base), Optional.of(read), headless));
        }
    }

    private static double distance(String name, float[] ours) {
        try (SafetensorsFile expected =
                SafetensorsFile.open(PEFT.resolve(name).resolve("expected.safetensors"))) {
            TensorBytes wanted = expected.tensor("logits");
            assertThat(ours).hasSize((int) wanted.elements());
            double worst = 0;
            double largest = 0;
            for (int i = 0; i < ours.length; i++) {
                worst = Math.max(worst, Math.abs(ours[i] - Reference.value(wanted, i)));
                largest = Math.max(largest, Math.abs(Reference.value(wanted, i)));
            }
            return worst / largest;
        }
    }

    private static float[] outputs(Path base, Optional<AdapterFolder> adapter, boolean headless)
            throws IOException {
        List<int[]> rows =
                Reference.json(PEFT.resolve("rows.json"))
                        .valueStream()
                        .map(row -> row.valueStream().mapToInt(JsonNode::asInt).toArray())
                        .toList();
        if (headless) {
            return hidden(base, adapter, rows);
        }
        try (LanguageModel model =
                LanguageModel.open(
                        ModelFolder.open(base), adapter, Optional.empty(), Reference.cpu())) {
            return flat(rows.stream().flatMap(row -> Stream.of(model.logits(row))).toList());
        }
    }

    private static float[] hidden(Path base, Optional<AdapterFolder> adapter, List<int[]> rows) {
        ModelFolder model = ModelFolder.open(base);
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard();
                var weights = model.weights();
                Decoder decoder = Decoder.frozen(model.config(), weights, Reference.cpu())) {
            Overlay overlay =
                    adapter.map(
                                    folder ->
                                            LoadedAdapter.overlay(
                                                    folder, model.config(), Reference.cpu()))
                            .orElse(Overlay.NONE);
            return Tensors.toFloats(decoder.hidden(TokenRows.all(rows), overlay, null));
        }
    }

    private static float[] flat(List<float[]> rows) {
        float[] flat = new float[rows.stream().mapToInt(row -> row.length).sum()];
        int next = 0;
        for (float[] row : rows) {
            System.arraycopy(row, 0, flat, next, row.length);
            next += row.length;
        }
        return flat;
    }
}
