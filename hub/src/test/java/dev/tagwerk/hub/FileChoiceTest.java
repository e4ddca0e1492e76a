package dev.tagwerk.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileChoiceTest {
    private static final Terms NONE =
            new Terms(Optional.empty(), Optional.empty(), Optional.empty(), "no", Optional.empty());

    private static List<String> taken(FileChoice choice, String... paths) {
        List<RepositoryFile> files =
                Arrays.stream(paths)
                        .map(
                                path ->
                                        new RepositoryFile(
                                                new RepositoryPath(path),
                                                1,
                                                new Digest("a".repeat(40)),
                                                "a".repeat(40)))
                        .toList();
        Listing listing = new Listing("org/name", "c".repeat(40), NONE, files, List.of());
        return choice.of(listing, "org/name").taken().stream()
                .map(file -> file.path().text())
                .toList();
    }

    @Test
    void shardsAreTakenAndOtherCopiesAreNot() {
        assertThat(
                        taken(
                                FileChoice.USUAL,
                                "config.json",
                                "consolidated.safetensors",
                                "model-00001-of-00002.safetensors",
                                "model-00002-of-00002.safetensors",
                                "model.fp16.safetensors",
                                "model.safetensors.index.json",
                                "unet/model.safetensors",
                                "LICENSE.txt",
                                "USE_POLICY.md",
                                "Notice",
                                "img/logo.png",
                                ".gitattributes"))
                .containsExactly(
                        "config.json",
                        "model-00001-of-00002.safetensors",
                        "model-00002-of-00002.safetensors",
                        "model.safetensors.index.json",
                        "LICENSE.txt",
                        "USE_POLICY.md",
                        "Notice");
    }

    @Test
    void adaptersAndOddlyNamedWeightsAreTaken() {
        assertThat(taken(FileChoice.USUAL, "adapter_config.json", "adapter_model.safetensors"))
                .hasSize(2);
        assertThat(taken(FileChoice.USUAL, "weights.safetensors", "config.json")).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "*.json, config.json, true",
        "*.json, deep/er/config.json, true",
        "onnx/, onnx/model.onnx, true",
        "onnx/, onnx2/model.onnx, false",
        "model-0000[12]*, model-00002-of-00003.safetensors, true",
        "model-0000[12]*, model-00003-of-00003.safetensors, false",
        "model-0000[!12]*, model-00003-of-00003.safetensors, true",
        "?.txt, a.txt, true",
        "?.txt, ab.txt, false",
        "a.b, axb, false",
        "model-[a-c]x, model-bx, true",
        "model-[a-c]x, model-dx, false",
        "[]x]y, ]y, true",
        "*.safetensors, model.safetensors.index.json, false",
        "*a, banana, true",
        "[x, [x, true",
        "*.*.*.*.*.*.*.*.*.*.*.*.*, config.json, false",
    })
    void patternsAreTheHubs(String pattern, String path, boolean matches) {
        assertThat(new Glob(pattern).matches(new RepositoryPath(path))).isEqualTo(matches);
    }

    @Test
    void aPatternIsMatchedInReasonableTime() {
        String path = "a".repeat(190);
        assertThat(new Glob("*a".repeat(50) + "*b").matches(new RepositoryPath(path))).isFalse();
    }
}
