package dev.tagwerk.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tagwerk.data.QuestionKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeciderConfigTest {
    @TempDir Path folder;

    @Test
    void readsWhatStrandsDeciderWrites() throws IOException {
        write(
                DeciderConfig.FILE,
                """
                {"base_model": "org/base", "base_revision": "abc", "head_type": "pointer",
                 "pointer_dim": 256, "max_length": 2048, "torch_dtype": "bfloat16", "temperature": 1.3,
                 "temperature_by_kind": {"noul": 0.9, "choice": 1.7}, "ordinal_smoothing": 0.2,
                 "lora_r": 16}""");
        DeciderConfig config = DeciderConfig.find(folder).orElseThrow();
        assertThat(config.baseModel()).contains("org/base");
        assertThat(config.baseRevision()).contains("abc");
        assertThat(config.maxLength()).hasValue(2048);
        assertThat(config.temperature(QuestionKind.NOUL)).isEqualTo(0.9);
        assertThat(config.temperature(QuestionKind.CHOICE)).isEqualTo(1.7);
        // no entry of its own: the shared temperature
        assertThat(config.temperature(QuestionKind.SCORE)).isEqualTo(1.3);
        assertThat(config.ordinalSmoothing()).isEqualTo(0.2);
    }

    @Test
    void readsTheOlderNamesAndPrefersTheNewerFile() throws IOException {
        write("hobson_config.json", "{\"base_model\": \"old\", \"base_model_revision\": \"r1\"}");
        assertThat(DeciderConfig.find(folder).orElseThrow().baseRevision()).contains("r1");
        write(DeciderConfig.FILE, "{\"base_model\": \"new\"}");
        assertThat(DeciderConfig.find(folder).orElseThrow().baseModel()).contains("new");
    }

    @Test
    void temperaturesAreWrittenAndEverythingElseIsKept() throws IOException {
        write(
                "hobson_config.json",
                "{\"base_model\": \"b\", \"strange\": [1, {\"x\": null}], \"temperature\": 2.0}");
        Path written =
                DeciderConfig.writeTemperatures(
                        folder,
                        Map.of(QuestionKind.CHOICE, 1.5),
                        JsonNodeFactory.instance.objectNode().put("data", "held.jsonl"));
        assertThat(written).isEqualTo(folder.resolve(DeciderConfig.FILE));
        JsonNode root = new ObjectMapper().readTree(written.toFile());
        assertThat(root.path("base_model").textValue()).isEqualTo("b");
        assertThat(root.path("strange").toString()).isEqualTo("[1,{\"x\":null}]");
        assertThat(root.path("temperature_by_kind").toString())
                .isEqualTo("{\"noul\":2.0,\"choice\":1.5,\"score\":2.0}");
        assertThat(root.path("calibration").path("data").textValue()).isEqualTo("held.jsonl");
        assertThat(DeciderConfig.read(written).temperature(QuestionKind.CHOICE)).isEqualTo(1.5);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(file -> file.toString().endsWith(".writing"))).isEmpty();
        }
    }

    @Test
    void nonsenseIsRefusedByName() throws IOException {
        refused("{\"temperature_by_kind\": {\"noul\": 0}}", "temperature_by_kind.noul", "above 0");
        refused("{\"temperature_by_kind\": {\"noul\": \"hot\"}}", "must be a number");
        refused("{\"temperature\": -1}", "above 0");
        refused("{\"ordinal_smoothing\": 1}", "ordinal_smoothing");
        refused("{\"head_type\": \"slots\"}", "head_type is 'slots'");
        refused("[]", "no JSON object");
        refused("{\"temperature\": 1, \"temperature\": 2}", "Duplicate");
        refused("{", "Cannot read");
        refused(" ".repeat((1 << 20) + 1), "larger than 1 MiB");
    }

    private void refused(String json, String... parts) throws IOException {
        write(DeciderConfig.FILE, json);
        assertThatThrownBy(() -> DeciderConfig.find(folder))
                .isInstanceOf(EvaluateException.class)
                .hasMessageContaining(DeciderConfig.FILE)
                .hasMessageContainingAll(parts);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
