package dev.tagwerk.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PullTest {
    private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
    @TempDir private Path cache;
    private FakeRepository repository;
    private FakeHub hub;
    private Pulls pulls;

    @BeforeEach
    void start() throws IOException {
        repository = FakeRepository.tiny("org/tiny");
        hub = new FakeHub().with(repository);
        pulls = new Pulls(hub, cache);
    }

    @AfterEach
    void stop() throws IOException {
        hub.close();
    }

    @Test
    void aModelLiesInTheCacheAsTheHubsToolsLayItOut() throws IOException {
        PullResult result = pulls.pull("org/tiny");
        Path model = cache.resolve("models--org--tiny");
        assertThat(result.snapshot()).isEqualTo(model.resolve("snapshots").resolve(COMMIT));
        assertThat(Files.readString(model.resolve("refs/main"))).isEqualTo(COMMIT);
        assertThat(result.files()).isEqualTo(9);
        for (String path :
                new String[] {
                    "config.json",
                    "added_tokens.json",
                    "model-00001-of-00002.safetensors",
                    "additional_chat_templates/tool use.jinja"
                }) {
            FakeRepository.Entry entry = repository.files.get(path);
            Path file = result.snapshot().resolve(path);
            assertThat(Files.readAllBytes(file)).isEqualTo(entry.bytes());
            String up = path.contains("/") ? "../../../" : "../../";
            assertThat(Files.readSymbolicLink(file))
                    .isEqualTo(Path.of(up + "blobs/" + entry.etag()));
        }
        assertThat(result.snapshot().resolve("pytorch_model.bin")).doesNotExist();
        assertThat(model.resolve(".no_exist").resolve(COMMIT).resolve("generation_config.json"))
                .exists();
        assertThat(model.resolve("trees")).doesNotExist();
        assertThat(pulls.bytes).hasValue(result.bytes());
        assertThat(result.fetched()).isEqualTo(result.bytes());
        assertThat(pulls.notes).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"main", "v1.0", "0123456", "refs/pr/1", "feature/x", COMMIT})
    void anyKindOfRevisionIsTaken(String revision) throws IOException {
        repository.revision(revision);
        PullResult result = pulls.pull("org/tiny@" + revision);
        assertThat(result.snapshot().getFileName()).hasToString(COMMIT);
        Path ref = cache.resolve("models--org--tiny/refs").resolve(revision);
        if (revision.equals(COMMIT)) {
            assertThat(ref).doesNotExist();
        } else {
            assertThat(Files.readString(ref)).isEqualTo(COMMIT);
        }
        try (Pull pull = pulls.open("org/tiny@" + revision)) {
            assertThat(pull.cached().snapshot()).isEqualTo(result.snapshot());
        }
    }

    @Test
    void whatIsHereIsNotFetchedAgain() {
        pulls.pull("org/tiny");
        int before = hub.seen().size() + hub.seenByBlobHost().size();
        PullResult again = pulls.pull("org/tiny");
        assertThat(again.fetched()).isZero();
        assertThat(hub.seen().size() + hub.seenByBlobHost().size()).isEqualTo(before + 1);
    }

    @Test
    void anotherCommitSharesTheFilesThatDidNotChange() throws IOException {
        pulls.pull("org/tiny");
        FakeRepository next =
                new FakeRepository("org/tiny", "1123456789abcdef0123456789abcdef01234567");
        next.files.putAll(repository.files);
        next.small("config.json", "{\"model_type\": \"qwen3\"}\n");
        hub.with(next);
        PullResult result = pulls.pull("org/tiny");
        assertThat(result.fetched()).isEqualTo(next.files.get("config.json").bytes().length);
        assertThat(Files.readString(cache.resolve("models--org--tiny/refs/main")))
                .isEqualTo(next.commit);
        assertThat(cache.resolve("models--org--tiny/snapshots/" + COMMIT + "/config.json"))
                .hasContent("{\"model_type\": \"llama\"}\n");
    }

    @Test
    void largeFilesComeInParts() {
        pulls.pull("org/tiny");
        long parts =
                hub.seenByBlobHost().stream()
                        .filter(request -> request.header("Range").startsWith("bytes="))
                        .count();
        // 300,000 and 170,001 bytes in parts of 65,536
        assertThat(parts).isEqualTo(5 + 3);
    }

    @Test
    void patternsChooseOtherFiles() {
        PullResult result = pulls.pull("org/tiny", "onnx/", "*.json");
        assertThat(result.snapshot().resolve("onnx/model.onnx")).exists();
        assertThat(result.snapshot().resolve("config.json")).exists();
        assertThat(result.snapshot().resolve("model-00001-of-00002.safetensors")).doesNotExist();
    }

    @Test
    void aSecondPullWithOtherPatternsAddsToTheSnapshot() {
        pulls.pull("org/tiny", "*.json");
        PullResult result = pulls.pull("org/tiny");
        assertThat(result.snapshot().resolve("model-00001-of-00002.safetensors")).exists();
        assertThat(result.record().orElseThrow().files())
                .containsKeys("config.json", "LICENSE", "model-00002-of-00002.safetensors");
    }

    @Test
    void aRepositoryPulledWholeHasItsTree() throws IOException {
        repository.without(
                "pytorch_model.bin",
                "original/consolidated.00.pth",
                "onnx/model.onnx",
                "modeling_tiny.py");
        pulls.pull("org/tiny");
        assertThat(Files.readString(cache.resolve("models--org--tiny/trees/" + COMMIT + ".json")))
                .contains("\"format_version\" : 1", "\"lfs_size\" : 300000", "\"blob_id\"");
    }

    @Test
    void aRenamedRepositoryIsFoundUnderItsOldName() {
        hub.renamed("org/old", "org/tiny");
        PullPlan plan = pulls.plan("org/old");
        assertThat(plan.renamed()).isTrue();
        assertThat(plan.name()).isEqualTo("org/tiny");
        PullResult result = pulls.pull("org/old");
        assertThat(result.snapshot().toString()).contains("models--org--old");
    }

    @Test
    void licenceAndOriginAreRemembered() {
        repository.card =
                "{\"license\":\"other\",\"license_name\":\"tiny-1.0\",\"license_link\":\"LICENSE\"}";
        repository.gated = "\"manual\"";
        hub.token = "secret";
        PullResult result = pulls.with("HF_TOKEN", "secret").pull("org/tiny");
        PullRecord record = PullRecord.of(result.snapshot()).orElseThrow();
        assertThat(record).isEqualTo(result.record().orElseThrow());
        assertThat(record.terms().words()).isEqualTo("tiny-1.0 (LICENSE)");
        assertThat(record.terms().gated()).isEqualTo("manual");
        assertThat(record.commit()).isEqualTo(COMMIT);
        assertThat(record.origin()).isEqualTo(hub.address());
    }

    @Test
    void theTokenFileIsRead() throws IOException {
        repository.gated = "\"auto\"";
        hub.token = "from-the-file";
        Path home = Files.createDirectories(cache.resolve("hf"));
        Files.writeString(home.resolve("token"), "from-the-file\n");
        assertThat(pulls.with("HF_HOME", home.toString()).pull("org/tiny").files()).isEqualTo(9);
    }

    @Test
    void aPlanWritesNoFiles() throws IOException {
        PullPlan plan = pulls.plan("org/tiny");
        assertThat(plan.missing()).isEqualTo(plan.bytes()).isGreaterThan(470_000);
        assertThat(plan.leftOut())
                .extracting(LeftOut::path)
                .containsExactlyInAnyOrder(
                        "pytorch_model.bin",
                        "original/consolidated.00.pth",
                        "onnx/model.onnx",
                        "modeling_tiny.py");
        try (var entries = Files.list(cache)) {
            assertThat(entries).isEmpty();
        }
    }

    @Test
    void offlineTheCacheAnswers() {
        PullResult online = pulls.pull("org/tiny");
        int asked = hub.seen().size();
        try (Pull pull = pulls.with("HF_HUB_OFFLINE", "1").open("org/tiny")) {
            assertThat(pull.offline()).isTrue();
            PullResult found = pull.cached();
            assertThat(found.snapshot()).isEqualTo(online.snapshot());
            assertThat(found.bytes()).isEqualTo(online.bytes());
            assertThat(found.record()).isEqualTo(Optional.of(online.record().orElseThrow()));
        }
        assertThat(hub.seen()).hasSize(asked);
    }
}
