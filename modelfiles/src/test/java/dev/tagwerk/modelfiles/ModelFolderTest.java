package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelFolderTest {
    @TempDir private Path temporary;

    private void copy(String from) throws Exception {
        try (var files = Files.list(Fixtures.path(from))) {
            for (Path file : files.toList()) {
                Files.copy(file, temporary.resolve(file.getFileName()));
            }
        }
    }

    @Test
    void isOneDoorToConfigurationWeightsAndTokenizer() throws Exception {
        copy("models/llama");
        copy("tokenizers/byte_fallback");
        ModelFolder folder = ModelFolder.open(temporary);
        assertThat(folder.config().modelType()).isEqualTo("llama");
        try (WeightStore weights = folder.weights();
                ModelTokenizer tokenizer = folder.tokenizer()) {
            assertThat(weights.has("lm_head.weight")).isTrue();
            assertThat(tokenizer.bos()).hasValue(1);
        }
        assertThat(folder.tokenizerFiles())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("tokenizer.json", "tokenizer_config.json");
    }

    @Test
    void theDigestSeesEveryByte() throws Exception {
        copy("models/sharded_qwen3");
        String before = ModelFolder.open(temporary).digest();
        assertThat(ModelFolder.open(temporary).digest()).isEqualTo(before).hasSize(64);
        Files.writeString(temporary.resolve("README.md"), "not part of the model");
        assertThat(ModelFolder.open(temporary).digest()).isEqualTo(before);
        Path shard = temporary.resolve("model-00002-of-00002.safetensors");
        byte[] bytes = Files.readAllBytes(shard);
        bytes[bytes.length - 1] ^= 1;
        Files.write(shard, bytes);
        assertThat(ModelFolder.open(temporary).digest()).isNotEqualTo(before);
    }

    @Test
    void whatIsNotAModelIsNamed() throws Exception {
        assertThatThrownBy(() -> ModelFolder.open(temporary.resolve("no")))
                .hasMessageContaining("does not exist");
        assertThatThrownBy(() -> ModelFolder.open(temporary))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("config.json: does not exist");
        copy("adapters/qwen3_names");
        assertThatThrownBy(() -> ModelFolder.open(temporary))
                .hasMessageContaining("holds an adapter");
    }

    @Test
    void weightsThatAreNotThereAreNamed() throws Exception {
        copy("models/llama");
        try (WeightStore weights = WeightStore.open(temporary)) {
            assertThatThrownBy(() -> weights.get("nothing"))
                    .isInstanceOf(ModelFilesException.class)
                    .hasMessageContaining("has no tensor 'nothing'");
        }
        Files.delete(temporary.resolve("model.safetensors"));
        assertThatThrownBy(() -> WeightStore.open(temporary))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("has neither");
        Files.createFile(temporary.resolve("pytorch_model.bin"));
        assertThatThrownBy(() -> WeightStore.open(temporary))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("safe_serialization=True");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../model.safetensors",
                "/etc/passwd",
                "a/b.safetensors",
                "..\\\\b.safetensors",
                "",
                "weights.bin",
                ".safetensors",
                "a\\u0000.safetensors"
            })
    void anIndexCannotLeaveItsFolder(String shard) throws Exception {
        index("{\"weight_map\":{\"w\":\"" + shard + "\"}}");
        refused("is not a plain file name");
    }

    @Test
    void anIndexMustBeSoundAndTrue() throws Exception {
        index("{}");
        refused("has no weight_map");
        index("{\"weight_map\":[]}");
        refused("has no weight_map");
        index("{\"weight_map\":{\"w\":1}}");
        refused("is not a plain file name");
        index("{\"weight_map\":{\"w\":\"a.safetensors\",\"w\":\"b.safetensors\"}}");
        refused("Duplicate field 'w'");
        index("{\"weight_map\":{\"w\":\"a.safetensors\"}}");
        refused("a.safetensors: does not exist");
        SafetensorsWriter.write(
                temporary.resolve("a.safetensors"),
                Map.of(),
                List.of(Fixtures.counting("v", DType.F32, 2)));
        refused("tensor 'w' is not in a.safetensors");
    }

    private void index(String json) throws Exception {
        Files.writeString(temporary.resolve("model.safetensors.index.json"), json);
    }

    private void refused(String part) {
        assertThatThrownBy(() -> WeightStore.open(temporary).close())
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining(temporary.toString())
                .hasMessageContaining(part);
    }
}
