package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code models export --gguf} writes and says; what llama.cpp makes of it: module model. */
class GgufExportTest {
    private static final Path PEFT =
            Path.of("../modelfiles/src/test/fixtures/peft").toAbsolutePath().normalize();
    private static final Path TINY = Path.of("../examples/tiny-base").toAbsolutePath().normalize();

    @TempDir Path folder;

    private Terminal run(String... arguments) {
        return new Terminal(folder).with("HOME", folder.toString()).run(arguments);
    }

    @Test
    void anAdapterWithTheNextCommand() {
        String adapter = PEFT.resolve("patterns_rslora-l").toString();
        String base = PEFT.resolve("l").toString();
        Terminal exported = run("models", "export", "--gguf", "lora.gguf", adapter, "--base", base);
        assertThat(exported.code()).isZero();
        assertThat(exported.out()).contains("Wrote lora.gguf: an adapter, 42 tensors", "f32");
        assertThat(exported.err()).contains("worked into the matrices", "--lora lora.gguf", base);
        Terminal again = run("models", "export", "--gguf", "lora.gguf", adapter, "--base", base);
        assertThat(again.code()).isEqualTo(ExitCode.FAILED);
        assertThat(again.err()).contains("nothing is ever overwritten");
        Terminal json =
                run(
                        "models",
                        "export",
                        "--gguf",
                        "two.gguf",
                        adapter,
                        "--base",
                        base,
                        "--type",
                        "q8_0",
                        "--json");
        assertThat(json.out()).contains("\"kind\" : \"adapter\"", "\"type\" : \"q8_0\"");
    }

    @Test
    void whatCannotBeExportedIsSaid() {
        Terminal tokenizer = run("models", "export", "--gguf", "m.gguf", TINY.toString());
        assertThat(tokenizer.code()).isEqualTo(ExitCode.FAILED);
        assertThat(tokenizer.err()).contains("no pre-tokenizer that cuts as this one does");
        Terminal whole =
                run(
                        "models",
                        "export",
                        "--gguf",
                        "m.gguf",
                        PEFT.resolve("save_both-l").toString(),
                        "--base",
                        PEFT.resolve("l").toString());
        assertThat(whole.err()).contains("merge it first (models merge)");
        Terminal type =
                run("models", "export", "--gguf", "m.gguf", TINY.toString(), "--type", "q4");
        assertThat(type.code()).isEqualTo(ExitCode.USAGE);
        assertThat(folder).isEmptyDirectory();
    }
}
