package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/check.md and the repository's root offer to CI servers is at least sound. */
class CheckPageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    @TempDir private Path folder;

    private static void sound(String name, String text) {
        assertThat(Formats.read(new SourceFile(name + ".yaml", text)).faults()).as(text).isEmpty();
    }

    @Test
    void snippetsAreYaml() throws IOException {
        Matcher snippets = YAML.matcher(Files.readString(ROOT.resolve("docs/check.md")));
        int count = 0;
        while (snippets.find()) {
            sound("snippet", snippets.group(1).strip());
            count++;
        }
        assertThat(count).isGreaterThanOrEqualTo(4);
        sound("hooks", Files.readString(ROOT.resolve(".pre-commit-hooks.yaml")));
        sound("action", Files.readString(ROOT.resolve("action.yml")));
    }

    @Test
    void theActionsScriptIsSoundAndKnowsTheOptions() throws Exception {
        String action = Files.readString(ROOT.resolve("action.yml"));
        String script = action.substring(action.indexOf("run: |\n") + 7).stripIndent();
        Path file = Files.writeString(folder.resolve("run.sh"), script);
        Process bash = new ProcessBuilder("bash", "-n", file.toString()).start();
        String errors = new String(bash.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(errors).isZero();
        String help = new Terminal(folder).run("check", "--help").out();
        assertThat(help).contains("--sarif", "--out", "--beside", "--skip-unknown", "--junit");
    }

    @Test
    void theExampleIsCaughtAndMended() throws IOException {
        Files.copy(ROOT.resolve("examples/check/train.yaml"), folder.resolve("train.yaml"));
        Terminal terminal =
                new Terminal(folder)
                        .run("check", "train.yaml", "--duration", "4h30m", "--gpu", "T4");
        assertThat(terminal.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(terminal.out())
                .contains("TW-CMD-001", "TW-CMD-002", "TW-ACA-001", "TW-ACA-014", "TW-GPU-001")
                .contains("TW-SEC-001")
                .doesNotContain("hf_0123456789");
        Terminal mended = new Terminal(folder).run("check", "train.yaml", "--fix");
        assertThat(mended.out())
                .contains("+      command: []")
                .doesNotContain("error TW-CMD-001", "error TW-CMD-002", "error TW-ACA-001");
    }
}
