package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tagwerk.hub.FakeHub;
import dev.tagwerk.hub.FakeRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelPullTest {
    private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
    @TempDir private Path folder;
    private FakeHub hub;

    @BeforeEach
    void start() throws IOException {
        hub = new FakeHub().with(FakeRepository.tiny("org/tiny"));
    }

    @AfterEach
    void stop() throws IOException {
        hub.close();
    }

    private Terminal terminal() {
        return new Terminal(folder)
                .with("HF_ENDPOINT", hub.address())
                .with("HF_HOME", folder.resolve("hf").toString())
                .with("HOME", folder.toString());
    }

    private Path snapshot() {
        return folder.resolve("hf/hub/models--org--tiny/snapshots").resolve(COMMIT);
    }

    @Test
    void theFolderIsDataAndTheRestIsProgress() {
        Terminal terminal = terminal().run("models", "pull", "org/tiny");
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out()).isEqualTo(snapshot() + "\n");
        assertThat(terminal.err())
                .contains("org/tiny at 0123456789ab: 9 files, 470 kB")
                .contains("2 files like original/consolidated.00.pth (a pickle or alike")
                .contains("licence: apache-2.0")
                .contains("next:  ./tagwerk models show org/tiny");
        assertThat(terminal().run("models", "list").out())
                .contains("org/tiny  hub cache 0123456789ab");
    }

    @Test
    void jsonTellsAll() throws IOException {
        Terminal terminal = terminal().run("models", "pull", "org/tiny@main", "--json");
        JsonNode node = new ObjectMapper().readTree(terminal.out());
        assertThat(node.path("commit").asText()).isEqualTo(COMMIT);
        assertThat(node.path("folder").asText()).isEqualTo(snapshot().toString());
        assertThat(node.path("fetched_bytes").asLong()).isEqualTo(node.path("bytes").asLong());
        assertThat(node.path("license").asText()).isEqualTo("apache-2.0");
        assertThat(node.path("left_out")).hasSize(4);
    }

    @Test
    void aDryRunFetchesNothing() {
        Terminal terminal =
                terminal().run("models", "pull", "org/tiny", "--dry-run", "--exclude", "*.jinja");
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out())
                .contains("300,000  model-00001-of-00002.safetensors")
                .contains("left out  pytorch_model.bin")
                .contains("tool use.jinja  (excluded)");
        assertThat(snapshot()).doesNotExist();
    }

    @Test
    void copiesSayWhatTheyCost() {
        Terminal terminal =
                terminal().with("HF_HUB_DISABLE_SYMLINKS", "1").run("models", "pull", "org/tiny");
        assertThat(terminal.err()).contains("without symbolic links", "costs up to 470 kB");
    }

    @Test
    void offlineItIsFoundOrMissed() {
        assertThat(terminal().run("models", "pull", "org/tiny", "--offline").err())
                .contains("error: org/tiny is not in")
                .contains("why:   offline mode is on")
                .contains("./tagwerk models pull org/tiny");
        terminal().run("models", "pull", "org/tiny");
        Terminal offline = terminal().with("HF_HUB_OFFLINE", "1").run("models", "pull", "org/tiny");
        assertThat(offline.code()).isZero();
        assertThat(offline.out()).isEqualTo(snapshot() + "\n");
    }

    @Test
    void mistakesAreUsage() {
        Terminal name = terminal().run("models", "pull", "../etc");
        assertThat(name.code()).isEqualTo(ExitCode.USAGE);
        assertThat(name.err()).contains("cannot be the name of a model");
        Terminal revision = terminal().run("models", "pull", "org/tiny@a..b/../c");
        assertThat(revision.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal().run("models", "pull", "org/tiny", "--connections", "0").code())
                .isEqualTo(ExitCode.USAGE);
        Terminal absent = terminal().run("models", "pull", "org/none");
        assertThat(absent.code()).isEqualTo(ExitCode.FAILED);
        assertThat(absent.err()).contains("error: 127.0.0.1 has no repository org/none");
    }

    @Test
    void whatWasPulledIsShownAndTrained() throws IOException {
        Path tiny = Path.of("../examples/tiny-base");
        FakeRepository base = new FakeRepository("org/base", COMMIT);
        try (var files = Files.list(tiny)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".safetensors")) {
                    base.large(name, Files.readAllBytes(file));
                } else {
                    base.small(name, Files.readAllBytes(file));
                }
            }
        }
        hub.with(base);
        assertThat(terminal().run("models", "pull", "org/base").code()).isZero();
        String shown = terminal().run("models", "show", "org/base").out();
        assertThat(shown).containsPattern("licence +apache-2.0").containsPattern("gated +no");
        assertThat(shown).contains(COMMIT).contains(hub.address());
        Files.writeString(
                folder.resolve("job.yaml"),
                """
                kind: training
                model: org/base@main
                task: causal-lm
                data: {train: rows.jsonl}
                """);
        Files.writeString(folder.resolve("rows.jsonl"), "{\"text\": \"a\"}\n");
        Terminal checked =
                terminal()
                        .with("HF_HUB_OFFLINE", "1")
                        .run("check", folder.resolve("job.yaml").toString());
        assertThat(checked.out()).contains("is valid");
    }

    @Test
    void aJobWhoseModelIsMissingSaysHowToGetIt() throws IOException {
        Files.writeString(
                folder.resolve("job.yaml"),
                """
                kind: training
                model: org/tiny@v2
                task: causal-lm
                data: {train: rows.jsonl}
                """);
        Files.writeString(folder.resolve("rows.jsonl"), "{\"text\": \"a\"}\n");
        for (String command : new String[] {"check", "run"}) {
            Terminal terminal = terminal().run(command, folder.resolve("job.yaml").toString());
            assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
            assertThat(terminal.err()).contains("next:  ./tagwerk models pull org/tiny@v2");
        }
    }
}
