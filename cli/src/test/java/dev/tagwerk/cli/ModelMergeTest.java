package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code models merge} leaves behind and says. */
class ModelMergeTest {
    private static final Path PEFT =
            Path.of("../modelfiles/src/test/fixtures/peft").toAbsolutePath().normalize();

    @TempDir Path folder;

    private Terminal run(String... arguments) {
        return new Terminal(folder).with("HOME", folder.toString()).run(arguments);
    }

    @Test
    void aPlainModelWithItsCardAndHead() throws IOException {
        Path checkpoint = folder.resolve("checkpoint");
        Files.createDirectories(checkpoint.resolve("adapter"));
        for (String file : new String[] {"adapter_config.json", "adapter_model.safetensors"}) {
            Files.copy(
                    PEFT.resolve("head-q").resolve(file),
                    checkpoint.resolve("adapter").resolve(file));
        }
        Files.writeString(checkpoint.resolve("head.safetensors"), "a head");
        Files.writeString(
                checkpoint.resolve("strands_decider_config.json"), "{\"base_model\":\"x\"}");
        String base = PEFT.resolve("q").toString();

        Terminal merged = run("models", "merge", "./checkpoint", "-o", "out", "--base", base);

        assertThat(merged.err()).contains("two now", "decision head", "models show out");
        assertThat(merged.out()).contains("Merged into out", "bytes of fp32");
        assertThat(merged.code()).isZero();
        assertThat(folder.resolve("out/head.safetensors")).hasContent("a head");
        assertThat(folder.resolve("out/strands_decider_config.json")).exists();
        assertThat(folder.resolve("out/README.md"))
                .content()
                .contains("base_model: q", "./checkpoint", "rounded once to fp32", "two here");
        assertThat(folder.resolve("out/model.safetensors")).exists();
        Terminal shown = run("models", "show", "./out");
        assertThat(shown.out()).contains("tied embeddings", "no");

        Terminal again = run("models", "merge", "./checkpoint", "-o", "out", "--base", base);
        assertThat(again.code()).isEqualTo(ExitCode.FAILED);
        assertThat(again.err()).contains("nothing is ever overwritten");
    }

    @Test
    void whatCannotBeMergedIsSaid() {
        String base = PEFT.resolve("q").toString();
        Terminal whole = run("models", "merge", base, "-o", "out");
        assertThat(whole.code()).isEqualTo(ExitCode.USAGE);
        assertThat(whole.err()).contains("is a whole model", "nothing to merge");
        Terminal nowhere = run("models", "merge", "nope", "-o", "out");
        assertThat(nowhere.err()).contains("neither a folder nor a run 'nope'");
        String adapter = PEFT.resolve("names-l").toString();
        String smaller = PEFT.resolveSibling("models/llama").toString();
        Terminal other = run("models", "merge", adapter, "-o", "out", "--base", smaller, "--json");
        assertThat(other.code()).isEqualTo(ExitCode.FAILED);
        assertThat(other.err()).contains("give the base that it was trained on");
        Terminal type = run("models", "merge", adapter, "-o", "out", "--dtype", "int8");
        assertThat(type.code()).isEqualTo(ExitCode.USAGE);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void jsonSaysTheSame() {
        Terminal merged =
                run(
                        "models",
                        "merge",
                        PEFT.resolve("names-l").toString(),
                        "-o",
                        "out",
                        "--base",
                        PEFT.resolve("l").toString(),
                        "--dtype",
                        "bf16",
                        "--json");
        assertThat(merged.out()).contains("\"dtype\" : \"bf16\"", "\"untied\" : false");
        assertThat(merged.code()).isZero();
    }
}
