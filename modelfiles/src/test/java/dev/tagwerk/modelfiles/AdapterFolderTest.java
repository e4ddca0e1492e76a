package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdapterFolderTest {
    private static final String A = "base_model.model.m.q_proj.lora_A.weight";
    private static final String B = "base_model.model.m.q_proj.lora_B.weight";

    @TempDir private Path temporary;

    @Test
    void readsWhatPeftWrote() {
        try (AdapterFolder adapter = AdapterFolder.read(Fixtures.path("adapters/qwen3_names"))) {
            assertThat(adapter.config())
                    .isEqualTo(
                            new AdapterConfig(
                                    4,
                                    8,
                                    0.05,
                                    new AdapterTargets.Names(
                                            List.of("v_proj", "q_proj", "down_proj")),
                                    false,
                                    Optional.of("CAUSAL_LM"),
                                    Optional.of("someone/tiny-qwen3"),
                                    Optional.of("main")));
            assertThat(adapter.config().scale()).isEqualTo(2);
            assertThat(adapter.tensors()).hasSize(12);
            assertThat(
                            adapter.tensors()
                                    .get(
                                            "base_model.model.model.layers.0.mlp.down_proj.lora_A.weight")
                                    .shape())
                    .containsExactly(4L, 12L);
        }
        try (AdapterFolder adapter = AdapterFolder.read(Fixtures.path("adapters/llama_regex"))) {
            assertThat(adapter.config().targets()).isInstanceOf(AdapterTargets.Regex.class);
            assertThat(adapter.config().baseModel()).hasValue("someone/tïny-llama");
            assertThat(adapter.config().scale()).isCloseTo(3 / Math.sqrt(2), within(1e-15));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"qwen3_names", "llama_regex"})
    void writesWhatPeftWrites(String name) throws Exception {
        Path original = Fixtures.path("adapters/" + name);
        Path copy = temporary.resolve("adapter");
        try (AdapterFolder adapter = AdapterFolder.read(original)) {
            AdapterFolder.write(
                    copy, adapter.config(), List.copyOf(adapter.tensors().values()), "A card.\n");
        }
        for (String file :
                List.of("adapter_config.json", "adapter_model.safetensors", "README.md")) {
            assertThat(Files.readAllBytes(copy.resolve(file)))
                    .as(file)
                    .isEqualTo(Files.readAllBytes(original.resolve(file)));
        }
        try (var left = Files.list(copy)) {
            assertThat(left).hasSize(3);
        }
    }

    @Test
    void readsAnAdapterWithoutLanguageHead() {
        try (AdapterFolder adapter =
                AdapterFolder.read(Fixtures.path("adapters/llama_feature_extraction"))) {
            assertThat(adapter.config().taskType()).hasValue("FEATURE_EXTRACTION");
            assertThat(adapter.tensors())
                    .containsKey("base_model.model.layers.1.self_attn.o_proj.lora_B.weight");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "use_dora                | true                  | use_dora true is not in this version",
                "use_qalora              | true                  | use_qalora",
                "lora_bias               | true                  | lora_bias",
                "fan_in_fan_out          | true                  | fan_in_fan_out",
                "bias                    | '\"some\"'            | bias must be none, all or lora_only",
                "modules_to_save         | '[\"q_proj\"]'        | does not name it",
                "rank_pattern            | '{\"q_proj\":8}'      | but rank 8 needs [8, in]",
                "rank_pattern            | '{\"(\":8}'           | no regular expression",
                "rank_pattern            | '{\"q_proj\":0}'      | rank_pattern must be a whole number",
                "rank_pattern            | '[1]'                 | rank_pattern must map names",
                "alpha_pattern           | '{\"q_proj\":\"x\"}'  | alpha_pattern must be a number",
                "layers_to_transform     | '[0]'                 | does not name it",
                "layers_to_transform     | '[-1]'                | whole numbers from 0 on",
                "layers_pattern          | '\"layers\"'          | needs layers_to_transform",
                "exclude_modules         | '[\"q_proj\"]'        | does not name it",
                "exclude_modules         | '\".*\\\\.1\\\\..*\"'      | does not name it",
                "layer_replication       | '[[0,1]]'             | layer_replication",
                "trainable_token_indices | '[\"x\"]'             | whole numbers from 0 on",
                "target_parameters       | '[\"x\"]'             | target_parameters",
                "kasa_config             | '{\"beta\":1}'        | kasa_config",
                "init_lora_weights       | '\"pissa\"'           | init_lora_weights \"pissa\"",
                "of_tomorrow             | 3                     | of_tomorrow 3",
                "peft_type               | '\"IA3\"'             | peft_type IA3 is not in this version",
                "task_type               | '\"SEQ_CLS\"'         | task_type SEQ_CLS",
                "r                       | 0                     | r must be a whole number",
                "r                       | 2.5                   | r must be a whole number",
                "r                       | '\"4\"'               | r must be a number",
                "r                       | 8                     | but rank 8 needs [8, in]",
                "lora_alpha              | '\"x\"'               | lora_alpha must be a number",
                "lora_alpha              | 1e999                 | lora_alpha must be a number",
                "lora_dropout            | 1                     | lora_dropout must lie",
                "use_rslora              | 1                     | use_rslora must be true or false",
                "target_modules          | null                  | target_modules must be a list",
                "target_modules          | '[]'                  | must not be empty",
                "target_modules          | '[1]'                 | target_modules must list names",
                "target_modules          | '\"(\"'               | no regular expression",
                "target_modules          | '[\"k_proj\"]'        | does not name it",
                "revision                | 1                     | revision must be a text",
            })
    void refusesByName(String key, String value, String part) throws Exception {
        Path original = Fixtures.path("adapters/qwen3_names");
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode config =
                (ObjectNode) mapper.readTree(original.resolve("adapter_config.json").toFile());
        config.putRawValue(key, new RawValue(value));
        Files.writeString(
                temporary.resolve("adapter_config.json"), mapper.writeValueAsString(config));
        Files.copy(
                original.resolve("adapter_model.safetensors"),
                temporary.resolve("adapter_model.safetensors"));
        assertThatThrownBy(() -> AdapterFolder.read(temporary).close())
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining(temporary.toString())
                .hasMessageContaining(part);
    }

    @Test
    void tensorsMustBeThoseOfTheConfiguration() {
        TensorBytes a = Fixtures.counting(A, DType.F32, 2, 5);
        TensorBytes b = Fixtures.counting(B, DType.F32, 3, 2);
        refused(List.of(), "holds no tensors");
        refused(List.of(a), "has no partner '" + B + "'");
        refused(List.of(a, Fixtures.counting(B, DType.F32, 2, 3)), "[out, 2]");
        refused(List.of(Fixtures.counting(A, DType.F32, 2, 5, 1), b), "[2, in]");
        refused(List.of(a, Fixtures.counting(B, DType.I32, 3, 2)), "is I32");
        refused(
                List.of(
                        a,
                        b,
                        Fixtures.counting("base_model.model.m.q_proj.lora_magnitude", DType.F32)),
                "its kind of adapter is not in this version");
    }

    private void refused(List<TensorBytes> tensors, String part) {
        assertThatThrownBy(() -> AdapterFolder.write(temporary, config(), tensors, ""))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining(part);
        assertThat(temporary).isEmptyDirectory();
    }

    private static AdapterConfig config() {
        return new AdapterConfig(
                2,
                4.5,
                0,
                new AdapterTargets.Names(List.of("q_proj")),
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void aFractionAndAnAbsentBaseSurvive() {
        AdapterFolder.write(
                temporary,
                config(),
                List.of(
                        Fixtures.counting(A, DType.BF16, 2, 5),
                        Fixtures.counting(B, DType.BF16, 3, 2)),
                "card");
        try (AdapterFolder adapter = AdapterFolder.read(temporary)) {
            assertThat(adapter.config()).isEqualTo(config());
        }
    }

    @Test
    void missingFilesAreNamed() throws Exception {
        assertThatThrownBy(() -> AdapterFolder.read(temporary.resolve("no")))
                .hasMessageContaining("does not exist");
        assertThatThrownBy(() -> AdapterFolder.read(temporary))
                .hasMessageContaining("adapter_config.json: does not exist");
        Files.createFile(temporary.resolve("adapter_model.bin"));
        assertThatThrownBy(() -> AdapterFolder.read(temporary))
                .hasMessageContaining("adapter_model.bin");
    }

    @Test
    void targetsMatchAsInPeft() {
        AdapterTargets names = new AdapterTargets.Names(List.of("q_proj", "mlp.up_proj"));
        assertThat(names.matches("model.layers.0.self_attn.q_proj")).isTrue();
        assertThat(names.matches("q_proj")).isTrue();
        assertThat(names.matches("model.layers.0.self_attn.xq_proj")).isFalse();
        assertThat(names.matches("model.layers.0.mlp.up_proj")).isTrue();
        AdapterTargets regex = new AdapterTargets.Regex(".*\\.q_proj");
        assertThat(regex.matches("a.q_proj")).isTrue();
        assertThat(regex.matches("a.q_proj.b")).isFalse();
        assertThat(new AdapterTargets.AllLinear().matches("model.layers.0.mlp.up_proj")).isTrue();
        assertThat(new AdapterTargets.AllLinear().matches("lm_head")).isFalse();
    }

    @Test
    void flippedBitsEndInAnAnswerOrAMessage() throws Exception {
        Path original = Fixtures.path("adapters/qwen3_names");
        Map<String, byte[]> files =
                Map.of(
                        "adapter_config.json",
                        Files.readAllBytes(original.resolve("adapter_config.json")),
                        "adapter_model.safetensors",
                        Files.readAllBytes(original.resolve("adapter_model.safetensors")));
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(temporary.resolve(file.getKey()), file.getValue());
        }
        Random random = new Random(4);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            for (int round = 0; round < 1000; round++) {
                byte[] flipped = file.getValue().clone();
                flipped[random.nextInt(Math.min(flipped.length, 1200))] ^=
                        (byte) (1 << random.nextInt(8));
                Files.write(temporary.resolve(file.getKey()), flipped);
                try {
                    AdapterFolder.read(temporary).close();
                } catch (ModelFilesException e) {
                    assertThat(e.getMessage()).contains(temporary.toString());
                }
            }
            Files.write(temporary.resolve(file.getKey()), file.getValue());
        }
    }
}
