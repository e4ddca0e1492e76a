package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeTokenizersTest {
    @TempDir private Path temporary;

    private Map<String, String> properties(String key, String value) {
        Map<String, String> properties = new HashMap<>();
        for (String name : List.of("os.name", "os.arch", "user.name")) {
            properties.put(name, System.getProperty(name));
        }
        properties.put("java.io.tmpdir", temporary.resolve("tmp").toString());
        properties.put(key, value);
        return properties;
    }

    @Test
    void unpacksWhereItIsTold() throws Exception {
        Map<String, String> told = properties("tagwerk.cache", temporary.resolve("c").toString());
        Path file = NativeTokenizers.unpacked(told, Map.of());
        assertThat(file).startsWith(temporary.resolve("c")).isRegularFile();
        // A library that was cut short is unpacked again.
        Files.write(file, new byte[] {1, 2, 3});
        assertThat(NativeTokenizers.unpacked(told, Map.of())).isEqualTo(file);
        assertThat(Files.size(file)).isGreaterThan(1_000_000);
        try (var left = Files.list(file.getParent())) {
            assertThat(left).containsExactly(file);
        }
    }

    @Test
    void aHomeThatCannotBeWrittenIsPassedOver() throws Exception {
        // A file where a folder is wanted: also root cannot write there.
        Path home = Files.createFile(temporary.resolve("home"));
        Path file = NativeTokenizers.unpacked(properties("user.home", home.toString()), Map.of());
        assertThat(file).startsWith(temporary.resolve("tmp"));
    }

    @Test
    void withoutAnyFolderItSaysWhatToDo() throws Exception {
        Path blocked = Files.createFile(temporary.resolve("tmp"));
        assertThatThrownBy(
                        () ->
                                NativeTokenizers.unpacked(
                                        properties("user.home", blocked.toString()), Map.of()))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("-Dtagwerk.cache=FOLDER");
    }

    @Test
    void anUnsupportedPlatformIsNamed() {
        assertThatThrownBy(
                        () -> NativeTokenizers.unpacked(properties("os.arch", "riscv64"), Map.of()))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("linux-riscv64");
        assertThat(NativeTokenizers.platform("Mac OS X", "aarch64")).isEqualTo("osx-aarch64");
    }

    /**
     * In a program of its own, since the library is loaded once: HOME read-only, nothing printed.
     */
    @Test
    void loadsSilently() throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-Duser.home=/proc",
                                "-Dtagwerk.cache=" + temporary,
                                "-cp",
                                System.getProperty("java.class.path"),
                                TokenizeOnce.class.getName(),
                                Fixtures.path("tokenizers/byte_level").toString())
                        .redirectErrorStream(true)
                        .redirectOutput(new File(temporary.toFile(), "out"))
                        .start();
        assertThat(process.waitFor()).isZero();
        assertThat(temporary.resolve("out")).hasContent("2 tokens");
    }

    /** Encodes a text with the tokenizer of the folder given. */
    static final class TokenizeOnce {
        private TokenizeOnce() {}

        public static void main(String[] arguments) {
            try (ModelTokenizer tokenizer = ModelTokenizer.open(Path.of(arguments[0]))) {
                System.out.println(tokenizer.encode("12", false).length() + " tokens");
            }
        }
    }
}
