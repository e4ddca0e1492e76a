package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ModelConfigTest {
    private static final String QWEN =
            "\"model_type\":\"qwen3\",\"hidden_size\":32,\"num_attention_heads\":4,"
                    + "\"num_key_value_heads\":2";

    private static final String FALCON =
            "\"model_type\":\"falcon\",\"hidden_size\":32,\"num_attention_heads\":4";

    @TempDir private Path temporary;

    static Stream<Arguments> cases() {
        return StreamSupport.stream(Fixtures.json("configs/cases.json").spliterator(), false)
                .map(each -> Arguments.of(each.path("name").asText(), each));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void readsWhatTransformersReads(String name, JsonNode given) throws Exception {
        Path file = file(new ObjectMapper().writeValueAsString(given.path("config")));
        JsonNode expected = given.path("expected");
        ModelConfig config = ModelConfig.read(file);
        AttentionConfig attention = config.attention();
        ObjectNode read = new ObjectMapper().createObjectNode();
        read.put("model_type", config.modelType());
        read.put("vocab_size", config.vocabSize());
        read.put("hidden_size", config.hiddenSize());
        read.put("intermediate_size", config.intermediateSize());
        read.put("layers", config.layers());
        read.put("heads", config.heads());
        read.put("key_value_heads", config.keyValueHeads());
        read.put("head_dim", config.headDim());
        read.put("epsilon", config.normEpsilon());
        read.put("tied", config.tiedEmbeddings());
        read.put("bias", attention.bias());
        read.put("output_bias", attention.outputBias());
        read.put("mlp_bias", config.mlpBias());
        read.put("activation", config.activation().key());
        read.put("layout", config.layout().name());
        attention.windows().forEach(read.putArray("windows")::add);
        assertThat(attention.scale())
                .isCloseTo(expected.path("scale").asDouble(), Percentage.withPercentage(1e-9));
        number(read, "score_cap", attention.scoreCap());
        number(read, "logit_cap", config.logitCap());
        read.put("embedding_scale", config.scales().embedding());
        read.put("max_positions", config.maxPositions());
        config.bosTokenId().ifPresentOrElse(bos -> read.put("bos", bos), () -> read.putNull("bos"));
        config.eosTokenIds().forEach(read.putArray("eos")::add);
        ObjectNode rest = expected.deepCopy();
        JsonNode ropes = rest.remove("ropes");
        rest.remove("scale");
        // By way of text, so that numbers of one value are of one kind.
        assertThat(new ObjectMapper().readTree(read.toString()))
                .isEqualTo(new ObjectMapper().readTree(rest.toString()));
        rope(attention.rope(), config, ropes.path("full"));
        rope(
                attention.windowRope(),
                config,
                ropes.path(ropes.has("windowed") ? "windowed" : "full"));
    }

    private static void number(ObjectNode node, String key, OptionalDouble value) {
        value.ifPresentOrElse(number -> node.put(key, number), () -> node.putNull(key));
    }

    private static void rope(Rope rope, ModelConfig config, JsonNode expected) {
        float[] frequencies = rope.frequencies(config.headDim(), expected.path("length").asInt());
        assertThat(frequencies).hasSize(expected.path("frequencies").size());
        for (int i = 0; i < frequencies.length; i++) {
            assertThat((double) frequencies[i])
                    .isCloseTo(
                            expected.path("frequencies").get(i).asDouble(),
                            Percentage.withPercentage(5e-5));
        }
        assertThat(rope.attentionFactor())
                .isCloseTo(
                        expected.path("attention_factor").asDouble(),
                        Percentage.withPercentage(1e-9));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "qwen3 | '\"new_trick\":1'                   | new_trick 1 is not in this version",
                "qwen3 | '\"quantization_config\":{\"bits\":4}' | quantization_config",
                "qwen3 | '\"hidden_act\":\"relu\"'           | hidden_act \"relu\"",
                "qwen3 | '\"attention_dropout\":0.1'         | attention_dropout 0.1",
                "qwen3 | '\"architectures\":[\"Qwen3ForSequenceClassification\"]' | architectures",
                "qwen3 | '\"auto_map\":{\"AutoModel\":\"x.Y\"}' | auto_map",
                "qwen3 | '\"rope_theta\":\"big\"'            | rope_theta must be a number",
                "qwen3 | '\"rope_theta\":0'                  | rope_theta must be above 0",
                "qwen3 | '\"rms_norm_eps\":-1'               | rms_norm_eps must lie between",
                "qwen3 | '\"hidden_size\":0'                 | hidden_size must be a whole number",
                "qwen3 | '\"hidden_size\":1e3'               | hidden_size must be a whole number",
                "qwen3 | '\"hidden_size\":99999999999999'    | hidden_size must be a whole number",
                "qwen3 | '\"num_hidden_layers\":5000'        | num_hidden_layers must be",
                "qwen3 | '\"num_hidden_layers\":1000000000000' | num_hidden_layers must be",
                "qwen3 | '\"num_key_value_heads\":3'         | must divide num_attention_heads",
                "qwen3 | '\"head_dim\":7'                    | head_dim must be even",
                "qwen3 | '\"head_dim\":null'                 | head_dim must be a whole number",
                "qwen3 | '\"tie_word_embeddings\":1'         | must be true or false",
                "qwen3 | '\"eos_token_id\":[1,-2]'           | eos_token_id must be",
                "qwen3 | '\"layer_types\":[\"full_attention\"]' | layer_types has 1 entries",
                "qwen3 | '\"layer_types\":3'                 | layer_types must be a list",
                "qwen3 | '\"mlp_bias\":true'                 | mlp_bias true",
                "qwen3 | '\"num_hidden_layers\":1,\"layer_types\":[\"chunked_attention\"]' | chunked",
                "qwen3 | '\"num_hidden_layers\":1,\"layer_types\":[\"sliding_attention\"]' | no window",
                "qwen3 | '\"sliding_window\":\"x\"'          | sliding_window must be a whole",
                "qwen3 | '\"rope_parameters\":{\"full_attention\":{}}' | rope_parameters.full_attention",
                "qwen3 | '\"rope_scaling\":\"yarn\"'         | rope_scaling \"yarn\"",
                "qwen3 | '\"rope_scaling\":{\"rope_type\":\"longrope\"}' | rope_scaling.rope_type \"longrope\"",
                "qwen3 | '\"rope_scaling\":{\"type\":\"mrope\",\"mrope_section\":[1]}' | \"mrope\"",
                "qwen3 | '\"rope_scaling\":{\"type\":\"linear\"}' | rope_scaling.factor is missing",
                "qwen3 | '\"rope_scaling\":{\"type\":\"linear\",\"factor\":0.5}' | at least 1, but is 0.5",
                "qwen3 | '\"rope_scaling\":{\"type\":\"linear\",\"factor\":1e999}' | at least 1",
                "qwen3 | '\"rope_scaling\":{\"type\":\"linear\",\"factor\":2,\"new\":1}' | rope_scaling.new 1",
                "qwen3 | '\"rope_scaling\":{\"type\":\"linear\",\"rope_type\":\"yarn\",\"factor\":2}' | different",
                "qwen3 | '\"rope_scaling\":{\"type\":\"yarn\",\"factor\":2,\"beta_fast\":1,\"beta_slow\":2}' | beta",
                "qwen3 | '\"rope_scaling\":{\"type\":\"yarn\",\"factor\":2,\"rope_theta\":1}' | above 1 for",
                "qwen3 | '\"rope_scaling\":{\"type\":\"dynamic\",\"factor\":2,\"original_max_position_embeddings\":8}' | must be max_position_embeddings",
                "qwen3 | '\"rope_scaling\":{\"type\":\"llama3\",\"factor\":2,\"low_freq_factor\":4,\"high_freq_factor\":1}' | must be below",
                "qwen3 | '\"rope_scaling\":{\"type\":\"default\",\"partial_rotary_factor\":0.5}' | partial_rotary",
                "qwen3 | '\"rope_scaling\":{\"factor\":2}'   | rope_scaling.factor 2",
                "qwen3 | '\"rope_parameters\":{\"rope_theta\":8},\"rope_scaling\":{\"rope_theta\":9}' | different",
                "qwen3 | '\"sliding_window_pattern\":2'      | sliding_window_pattern 2",
                "llama | '\"sliding_window\":8'              | sliding_window 8",
                "llama | '\"use_sliding_window\":true'       | use_sliding_window true",
                "llama | '\"activation\":\"gelu\"'           | activation \"gelu\"",
                "llama | '\"scale_emb\":12'                  | scale_emb 12",
                "mistral | '\"attention_bias\":true'         | attention_bias true",
                "qwen2 | '\"attention_bias\":false'          | attention_bias false",
                "gemma2 | '\"hidden_act\":\"gelu\"'          | hidden_act \"gelu\"",
                "gemma2 | '\"query_pre_attn_scalar\":0'      | query_pre_attn_scalar must be above 0",
                "gemma2 | '\"final_logit_softcapping\":-1'   | final_logit_softcapping must be above 0",
                "gemma2 | '\"sliding_window\":null'          | no window",
                "gemma2 | '\"use_bidirectional_attention\":true' | use_bidirectional_attention true",
                "gemma3_text | '\"attn_logit_softcapping\":50' | whose reference ignores it",
                "gemma3_text | '\"_sliding_window_pattern\":2' | write sliding_window_pattern",
                "gemma3_text | '\"rope_parameters\":{\"rope_type\":\"linear\",\"factor\":2}' | rope_parameters.rope_type",
                "falcon | '\"alibi\":true'                   | alibi true",
                "falcon | '\"activation\":\"relu\"'          | activation \"relu\"",
                "falcon | '\"hidden_dropout\":0.1'           | hidden_dropout 0.1",
                "falcon | '\"num_ln_in_parallel_attn\":2'    | num_ln_in_parallel_attn 2",
                "falcon | '\"new_decoder_architecture\":true,\"parallel_attn\":false' | parallel_attn false",
                "falcon | '\"multi_query\":false,\"num_kv_heads\":2' | num_kv_heads (2) must be",
                "falcon | '\"auto_map\":{\"AutoModel\":\"modeling_other.X\"}' | auto_map",
                "minicpm | '\"scale_depth\":null'            | scale_depth must be a number",
                "minicpm | '\"rope_scaling\":{\"rope_type\":\"longrope\"}' | longrope",
                "minicpm | '\"sparse_config\":{\"a\":1}'     | sparse_config",
            })
    void refusesByName(String modelType, String key, String part) throws Exception {
        String name = key.substring(0, key.indexOf(':'));
        StringBuilder rest = new StringBuilder();
        String common = modelType.equals("falcon") ? FALCON : QWEN;
        for (String pair : common.replace("qwen3", modelType).split(",")) {
            if (!pair.startsWith(name + ":")) {
                rest.append(pair).append(',');
            }
        }
        Path file = file("{" + rest + key + "}");
        assertThatThrownBy(() -> ModelConfig.read(file))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(part);
    }

    @Test
    void namesAllProblemsAtOnce() throws Exception {
        Path file = file("{" + QWEN + ",\"new_trick\":1,\"other\":2,\"vocab_size\":-1}");
        assertThatThrownBy(() -> ModelConfig.read(file))
                .hasMessageContainingAll("3 problems", "new_trick", "other", "vocab_size");
    }

    @Test
    void namesOtherArchitectures() throws Exception {
        Path file = file("{\"model_type\":\"mamba\"}");
        assertThatThrownBy(() -> ModelConfig.read(file))
                .hasMessageContainingAll("model_type 'mamba'", "llama, mistral, qwen2, qwen3");
        Path images = file("{\"model_type\":\"gemma3\",\"text_config\":{}}");
        assertThatThrownBy(() -> ModelConfig.read(images))
                .hasMessageContaining("'gemma3' (with images; the text models are gemma3_text)");
        Path experts = file("{\"model_type\":\"qwen3_moe\"}");
        assertThatThrownBy(() -> ModelConfig.read(experts))
                .hasMessageContaining("'qwen3_moe' (a mixture of experts)");
        Path none = file("{}");
        assertThatThrownBy(() -> ModelConfig.read(none)).hasMessageContaining("model_type");
        assertThatThrownBy(() -> ModelConfig.read(temporary.resolve("absent.json")))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("does not exist");
    }

    /** MiniCPM's reference is its own code, whose formulas these are. */
    @Test
    void readsMiniCpm() throws Exception {
        ModelConfig config =
                ModelConfig.read(
                        file(
                                """
                                {"architectures": ["MiniCPMForCausalLM"],
                                 "auto_map": {
                                  "AutoConfig": "configuration_minicpm.MiniCPMConfig",
                                  "AutoModel": "openbmb/MiniCPM-2B--modeling_minicpm.MiniCPMModel"},
                                 "bos_token_id": 1, "eos_token_id": [2, 73440], "hidden_act": "silu",
                                 "hidden_size": 2304, "initializer_range": 0.1,
                                 "intermediate_size": 5760, "max_position_embeddings": 4096,
                                 "model_type": "minicpm", "num_attention_heads": 36,
                                 "num_hidden_layers": 40, "num_key_value_heads": 36,
                                 "rms_norm_eps": 1e-05, "rope_scaling": null,
                                 "torch_dtype": "bfloat16", "transformers_version": "4.36.0",
                                 "use_cache": true, "vocab_size": 122753, "scale_emb": 12,
                                 "dim_model_base": 256, "scale_depth": 1.4}
                                """));
        assertThat(config.scales()).isEqualTo(new Scales(12, 1.4 / Math.sqrt(40), 1.0 / 9));
        assertThat(config.tiedEmbeddings()).isTrue();
        assertThat(config.layout()).isEqualTo(BlockLayout.SERIAL);
        assertThat(config.headDim()).isEqualTo(64);
        assertThat(config.eosTokenIds()).containsExactly(2, 73440);
        assertThat(config.attention().plain()).isTrue();
    }

    @Test
    void keysThatSayNothingAreNoReasonToRefuse() throws Exception {
        assertThat(
                        ModelConfig.read(
                                        file(
                                                "{"
                                                        + QWEN
                                                        + ",\"quantization_config\":null,\"x\":null}"))
                                .heads())
                .isEqualTo(4);
    }

    @Test
    void flippedBitsEndInAnAnswerOrAMessage() throws Exception {
        byte[] whole = Files.readAllBytes(Fixtures.path("models/sharded_qwen3/config.json"));
        Random random = new Random(1);
        for (int round = 0; round < 2000; round++) {
            byte[] flipped = whole.clone();
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
            Path file = Files.write(temporary.resolve("config.json"), flipped);
            try {
                ModelConfig.read(file);
            } catch (ModelFilesException e) {
                assertThat(e.getMessage()).contains("config.json");
            }
        }
    }

    private Path file(String json) throws Exception {
        return Files.writeString(temporary.resolve("config.json"), json);
    }
}
