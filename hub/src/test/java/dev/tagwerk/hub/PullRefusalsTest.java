package dev.tagwerk.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be pulled is refused with a reason and a remedy. */
class PullRefusalsTest {
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

    private HubException refused(String what, String... include) {
        return catchThrowableOfType(HubException.class, () -> pulls.pull(what, include));
    }

    @Test
    void aGatedModelWithoutATokenSaysHowToGetIn() {
        repository.gated = "\"manual\"";
        HubException refusal = refused("org/tiny");
        assertThat(refusal.what()).contains("org/tiny is gated", "401");
        assertThat(refusal.next())
                .contains(hub.address() + "/org/tiny", "/settings/tokens", "HF_TOKEN");
    }

    @Test
    void aGatedModelWithAForeignTokenSaysWhatMayBeWrong() {
        repository.gated = "\"manual\"";
        hub.token = "right";
        pulls.with("HF_TOKEN", "wrong");
        HubException refusal = refused("org/tiny");
        assertThat(refusal.what()).contains("may not read it", "403");
        assertThat(refusal.why()).contains("not been accepted");
        assertThat(refusal.next()).contains("accept the licence", "the token's account");
    }

    @Test
    void aMisspeltNameIsGuessed() {
        HubException refusal = refused("org/tinny");
        assertThat(refusal.what()).contains("no repository org/tinny");
        assertThat(refusal.why()).contains("did you mean org/tiny?");
    }

    @Test
    void aMisspeltRevisionIsGuessed() {
        repository.revision("release-2");
        assertThat(refused("org/tiny@relaese-2").why()).contains("org/tiny@release-2");
        assertThat(refused("org/tiny@zzz").why()).contains("it has main");
    }

    @Test
    void picklesAloneAreRefusedWithTheRemedy() throws IOException {
        repository.without(
                "model-00001-of-00002.safetensors",
                "model-00002-of-00002.safetensors",
                "model.safetensors.index.json");
        HubException refusal = refused("org/tiny");
        assertThat(refusal.what()).contains("pickles only", "nothing was pulled");
        assertThat(refusal.next()).contains("refs/pr/", "safetensors/convert");
        try (var entries = Files.list(cache)) {
            assertThat(entries).isEmpty();
        }
    }

    @Test
    void picklesAreNotTakenEvenWhenAskedFor() {
        assertThat(refused("org/tiny", "pytorch_model.bin").what()).contains("no file", "matches");
        assertThat(pulls.plan("org/tiny", "*").files())
                .extracting(PullPlan.PlannedFile::path)
                .doesNotContain("pytorch_model.bin", "original/consolidated.00.pth")
                .contains("onnx/model.onnx", "modeling_tiny.py");
    }

    @Test
    void ggufAloneIsRefusedWithTheModelItCameFrom() {
        FakeRepository gguf = new FakeRepository("org/rounded", repository.commit);
        gguf.large("model-q4.gguf", new byte[10]).small("config.json", "{}");
        gguf.card = "{\"base_model\":[\"org/tiny\"]}";
        hub.with(gguf);
        HubException refusal = refused("org/rounded");
        assertThat(refusal.what()).contains("GGUF only");
        assertThat(refusal.next()).isEqualTo("tagwerk models pull org/tiny");
    }

    @Test
    void offlineWhatIsNotThereIsSaid() {
        try (Pull pull = pulls.with("HF_HUB_OFFLINE", "1").open("org/tiny@v1")) {
            HubException refusal = catchThrowableOfType(HubException.class, pull::cached);
            assertThat(refusal.what()).contains("org/tiny@v1 is not in " + cache);
            assertThat(refusal.next()).contains("models pull org/tiny@v1");
        }
        assertThat(hub.seen()).isEmpty();
    }

    @Test
    void offlineWhatIsNotWholeIsSaid() throws IOException {
        PullResult result = pulls.pull("org/tiny");
        Files.delete(result.snapshot().resolve("config.json"));
        try (Pull pull = pulls.open("org/tiny")) {
            HubException refusal = catchThrowableOfType(HubException.class, pull::cached);
            assertThat(refusal.what()).contains("not whole");
            assertThat(refusal.why()).contains("config.json");
        }
        assertThat(pulls.pull("org/tiny").snapshot().resolve("config.json")).exists();
    }

    @Test
    void anInvalidTokenIsSaidToBeOne() {
        hub.fault(
                1,
                FakeHub.path("/api/models/"),
                response ->
                        TinyServer.Response.of(401, "")
                                .with(
                                        "X-Error-Message",
                                        "Invalid credentials in Authorization header"));
        pulls.with("HF_TOKEN", "old");
        HubException refusal = refused("org/tiny");
        assertThat(refusal.what()).contains("does not know this token");
        assertThat(refusal.next()).contains("/settings/tokens");
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws IOException {
        Files.writeString(cache.resolve("models--org--tiny"), "a file where a folder belongs");
        HubException refusal = refused("org/tiny");
        assertThat(refusal.what()).contains("cannot be put into " + cache);
        assertThat(refusal.next()).contains("HF_HOME");
    }
}
