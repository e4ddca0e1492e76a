package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.modelfiles.GgufFormat;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeightWordsTest {
    private static final Path PEFT =
            Path.of("../modelfiles/src/test/fixtures/peft").toAbsolutePath().normalize();

    @TempDir Path folder;

    private Terminal run(String... arguments) {
        return new Terminal(folder).with("HOME", folder.toString()).run(arguments);
    }

    @ParameterizedTest
    @CsvSource({
        "f32, FP32, F32", "FP32, FP32, F32", "float32, FP32, F32",
        "f16, FP16, F16", "fp16, FP16, F16", "float16, FP16, F16",
        "bf16, BF16, BF16", "BFloat16, BF16, BF16",
    })
    void everyWordIsTakenByBoth(String word, ModelMerge.Type merge, GgufFormat gguf) {
        assertThat(new WeightWords.ForMerge().convert(word)).isEqualTo(merge);
        assertThat(new WeightWords.ForGguf().convert(word)).isEqualTo(gguf);
    }

    @Test
    void theCommandsTakeThem() {
        String adapter = PEFT.resolve("patterns_rslora-l").toString();
        String base = PEFT.resolve("l").toString();
        Terminal merged =
                run("models", "merge", adapter, "-o", "m", "--base", base, "--dtype", "float16");
        assertThat(merged.out()).contains("bytes of fp16");
        Terminal exported =
                run("models", "export", "--gguf", "a", adapter, "--base", base, "--type", "fp16");
        assertThat(exported.out()).contains("Wrote a: an adapter", ", f16");
        Terminal unknown =
                run("models", "merge", adapter, "-o", "n", "--base", base, "--dtype", "q8_0");
        assertThat(unknown.code()).isEqualTo(ExitCode.USAGE);
        assertThat(unknown.err()).contains("--dtype", "'q8_0' is none of bf16, fp16, fp32");
    }
}
