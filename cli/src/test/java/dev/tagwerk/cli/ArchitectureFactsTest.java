package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.modelfiles.ModelConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchitectureFactsTest {
    @TempDir private Path folder;

    @Test
    void saysHowGemma3IsBuilt() throws IOException {
        assertThat(
                        facts(
                                """
                                {"model_type": "gemma3_text", "num_hidden_layers": 12,
                                 "sliding_window": 512, "rope_scaling":
                                 {"rope_type": "linear", "factor": 8.0}}
                                """))
                .containsEntry("architecture", "gemma3_text")
                .containsEntry("family", "Gemma 3")
                .containsEntry(
                        "blocks",
                        "RMS norm with 1 + weight before and after attention and feed-forward,"
                                + " and of queries and keys")
                .containsEntry("feed-forward", "gated gelu_pytorch_tanh")
                .containsEntry("rotary", "base 1000000, linear x8")
                .containsEntry("rotary in windows", "base 10000")
                .containsEntry("window", "512 tokens in 10 of 12 layers")
                .containsEntry("embeddings times", 48.0);
    }

    @Test
    void saysHowFalconIsBuilt() throws IOException {
        assertThat(facts("{\"model_type\": \"falcon\"}"))
                .containsEntry(
                        "blocks", "attention and feed-forward side by side after one layer norm")
                .containsEntry("feed-forward", "gelu")
                .containsEntry("rotary", "base 10000")
                .containsEntry("key/value heads", 1)
                .containsEntry(
                        "linear maps", "query_key_value, dense, dense_h_to_4h, dense_4h_to_h")
                .doesNotContainKeys("window", "embeddings times", "logits capped at");
    }

    private java.util.Map<String, Object> facts(String config) throws IOException {
        return ArchitectureFacts.of(
                ModelConfig.read(Files.writeString(folder.resolve("config.json"), config)));
    }
}
