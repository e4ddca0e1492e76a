package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
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
        if (name.startsWith("refused")) {
            // The reference agrees that this is more than a plain decoder.
            assertThat(
                            !expected.path("full_attention").asBoolean()
                                    || !expected.path("rope_type").asText().equals("default"))
                    .isTrue();
            assertThatThrownBy(() -> ModelConfig.read(file))
                    .isInstanceOf(ModelFilesException.class)
                    .hasMessageContaining("is not in this version");
            return;
        }
        assertThat(expected.path("full_attention").asBoolean()).isTrue();
        JsonNode bos = expected.path("bos");
        List<Integer> eos = new ArrayList<>();
        expected.path("eos").forEach(each -> eos.add(each.asInt()));
        assertThat(ModelConfig.read(file))
                .isEqualTo(
                        new ModelConfig(
                                expected.path("model_type").asText(),
                                expected.path("vocab_size").asInt(),
                                expected.path("hidden_size").asInt(),
                                expected.path("intermediate_size").asInt(),
                                expected.path("layers").asInt(),
                                expected.path("heads").asInt(),
                                expected.path("key_value_heads").asInt(),
                                expected.path("head_dim").asInt(),
                                expected.path("rms_norm_eps").asDouble(),
                                expected.path("rope_theta").asDouble(),
                                expected.path("tied").asBoolean(),
                                expected.path("model_type").asText().equals("qwen3"),
                                expected.path("attention_bias").asBoolean(),
                                expected.path("mlp_bias").asBoolean(),
                                expected.path("max_positions").asInt(),
                                bos.isNull() ? OptionalInt.empty() : OptionalInt.of(bos.asInt()),
                                eos));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'\"new_trick\":1'                         | new_trick 1 is not in this version",
                "'\"quantization_config\":{\"bits\":4}'    | quantization_config",
                "'\"hidden_act\":\"gelu\"'                 | hidden_act \"gelu\"",
                "'\"attention_dropout\":0.1'               | attention_dropout 0.1",
                "'\"architectures\":[\"Qwen3ForSequenceClassification\"]' | architectures",
                "'\"auto_map\":{\"AutoModel\":\"x.Y\"}'    | auto_map",
                "'\"rope_scaling\":{\"rope_type\":\"yarn\",\"factor\":4}' | rope_scaling",
                "'\"rope_parameters\":{\"full_attention\":{}}' | rope_parameters",
                "'\"rope_theta\":\"big\"'                  | rope_theta must be a number",
                "'\"rope_theta\":0'                        | rope_theta must be above 0",
                "'\"rms_norm_eps\":-1'                     | rms_norm_eps must lie between",
                "'\"hidden_size\":0'                       | hidden_size must be a whole number",
                "'\"hidden_size\":1e3'                     | hidden_size must be a whole number",
                "'\"hidden_size\":99999999999999'          | hidden_size must be a whole number",
                "'\"num_hidden_layers\":5000'              | num_hidden_layers must be",
                "'\"num_key_value_heads\":3'               | must divide num_attention_heads",
                "'\"head_dim\":7'                          | head_dim must be even",
                "'\"head_dim\":null'                       | head_dim must be a whole number",
                "'\"tie_word_embeddings\":1'               | must be true or false",
                "'\"eos_token_id\":[1,-2]'                 | eos_token_id must be",
                "'\"layer_types\":[\"full_attention\"]'    | layer_types has 1 entries",
                "'\"mlp_bias\":true'                       | mlp_bias true",
            })
    void refusesByName(String key, String part) throws Exception {
        String name = key.substring(0, key.indexOf(':'));
        StringBuilder rest = new StringBuilder();
        for (String pair : QWEN.split(",")) {
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
        Path file = file("{\"model_type\":\"gemma3\"}");
        assertThatThrownBy(() -> ModelConfig.read(file))
                .hasMessageContainingAll("model_type 'gemma3'", "qwen3 or llama");
        Path none = file("{}");
        assertThatThrownBy(() -> ModelConfig.read(none)).hasMessageContaining("model_type");
        assertThatThrownBy(() -> ModelConfig.read(temporary.resolve("absent.json")))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("does not exist");
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
