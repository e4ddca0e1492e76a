package dev.tagwerk.hub;

import static dev.tagwerk.hub.FakeHub.path;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server is a stranger, and the token is for the hub only. */
class PullTrustTest {
    private static final String SECRET = "hf_verySecretVerySecret";
    @TempDir private Path folder;
    private Path cache;
    private FakeRepository repository;
    private FakeHub hub;
    private Pulls pulls;

    @BeforeEach
    void start() throws IOException {
        cache = folder.resolve("cache");
        repository = FakeRepository.tiny("org/tiny");
        hub = new FakeHub().with(repository);
        pulls = new Pulls(hub, cache).with("HF_TOKEN", SECRET);
    }

    @AfterEach
    void stop() throws IOException {
        hub.close();
    }

    private HubException fails() {
        try {
            pulls.pull("org/tiny");
        } catch (HubException failure) {
            assertThat(failure).hasMessageNotContaining(SECRET);
            return failure;
        }
        throw new AssertionError("the pull succeeded");
    }

    private String list(String siblings) {
        return "{\"id\":\"org/tiny\",\"sha\":\""
                + repository.commit
                + "\",\"siblings\":["
                + siblings
                + "]}";
    }

    private static String sibling(String path) {
        return "{\"rfilename\":\"%s\",\"size\":3,\"blobId\":\"%s\"}"
                .formatted(path, "a".repeat(40));
    }

    @Test
    void theTokenGoesToTheHubAndToNobodyElse() {
        hub.token = SECRET;
        repository.gated = "\"auto\"";
        pulls.pull("org/tiny");
        assertThat(hub.seen())
                .isNotEmpty()
                .allMatch(request -> request.header("Authorization").equals("Bearer " + SECRET));
        assertThat(hub.seenByBlobHost())
                .isNotEmpty()
                .allMatch(request -> request.header("Authorization").isEmpty());
    }

    @Test
    void theTokenDoesNotFollowARedirectOfTheApi() throws IOException {
        try (FakeHub other = new FakeHub().with(repository)) {
            hub.fault(
                    1,
                    path("/api/models/"),
                    response ->
                            TinyServer.Response.of(302, "")
                                    .with(
                                            "Location",
                                            other.address()
                                                    + "/api/models/org/tiny/revision/main?blobs=true"));
            pulls.pull("org/tiny");
            assertThat(other.seen())
                    .singleElement()
                    .matches(request -> request.header("Authorization").isEmpty());
        }
    }

    @Test
    void theTokenIsNowhereInWhatIsSaidOrKept() throws IOException {
        hub.fault(3, path("/resolve/"), response -> TinyServer.Response.of(503, ""));
        PullResult result = pulls.pull("org/tiny");
        assertThat(String.join("\n", pulls.notes)).doesNotContain(SECRET);
        assertThat(result.toString()).doesNotContain(SECRET);
        assertThat(HubSettings.of(pulls.environment()).toString()).doesNotContain(SECRET);
        try (Stream<Path> files = Files.walk(cache)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(
                                new String(
                                        Files.readAllBytes(file),
                                        java.nio.charset.StandardCharsets.ISO_8859_1))
                        .doesNotContain(SECRET);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../outside.json",
                "a/../../outside.json",
                "/etc/passwd",
                "..",
                "a/..",
                "a\\\\..\\\\b",
                "C:/windows",
                "./config.json",
                "a/\\u0000b"
            })
    void pathsThatLeaveTheFolderEndThePull(String hostile) throws IOException {
        hub.listing = list(sibling("config.json") + "," + sibling(hostile));
        assertThat(fails().why()).contains("would leave the model's folder");
        assertThat(cache).doesNotExist();
        try (Stream<Path> around = Files.list(folder)) {
            assertThat(around).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a//b.json", "\\u001b[31m.json", "a\\u202egpj.json", "x\\u0007", " a"})
    void oddPathsAreLeftOut(String odd) {
        hub.listing = list(sibling("model.safetensors") + "," + sibling(odd));
        PullPlan plan = pulls.plan("org/tiny", "*");
        assertThat(plan.files())
                .extracting(PullPlan.PlannedFile::path)
                .containsExactly("model.safetensors");
        assertThat(plan.leftOut())
                .singleElement()
                .satisfies(
                        one -> {
                            assertThat(one.reason()).startsWith("unusable");
                            assertThat(one.path()).doesNotContain("\u001b", "\u202e", "\u0007");
                        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "not JSON",
                "{\"sha\":\"main\",\"siblings\":[]}",
                "{\"sha\":\"../../../../etc/passwd/0123456789abcdef\",\"siblings\":[]}",
                "{\"sha\":\"0123456789abcdef0123456789abcdef01234567\"}",
                "{\"sha\":\"0123456789abcdef0123456789abcdef01234567\",\"siblings\":{}}",
                "{\"sha\":\"0123456789abcdef0123456789abcdef01234567\",\"siblings\":[{\"rfilename\":\"a\"}]}",
                "{\"sha\":\"0123456789abcdef0123456789abcdef01234567\",\"siblings\":[{\"rfilename\":\"a\",\"size\":1,\"blobId\":\"../../x\"}]}",
                "{\"sha\":\"0123456789abcdef0123456789abcdef01234567\",\"siblings\":[{\"rfilename\":\"a\",\"size\":-1,\"blobId\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}]}",
                "{\"sha\":\"0123456789abcdef0123456789abcdef01234567\",\"siblings\":[{\"rfilename\":\"a\",\"size\":9223372036854775807,\"blobId\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}]}"
            })
    void listsThatCannotBeAreRefused(String list) {
        hub.listing = list;
        assertThat(fails().what()).contains("list of files");
        assertThat(cache).doesNotExist();
    }

    @Test
    void aPathListedTwiceOrAsFileAndFolderIsRefused() {
        hub.listing = list(sibling("model.safetensors") + "," + sibling("model.safetensors"));
        assertThat(fails().why()).contains("twice");
        hub.listing = list(sibling("a") + "," + sibling("a/b"));
        assertThat(fails().why()).contains("as a file and as a folder");
    }

    @Test
    void deepJsonIsRefused() {
        hub.listing = "{\"a\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}";
        assertThat(fails().what()).contains("list of files");
    }

    @Test
    void redirectsThatNeverEndAreGivenUp() {
        hub.fault(
                1000,
                path("/api/models/"),
                response ->
                        TinyServer.Response.of(302, "")
                                .with("Location", "/api/models/org/tiny/revision/main?blobs=true"));
        assertThat(fails().what()).contains("more than 10 redirects");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"file:///etc/passwd", "ftp://127.0.0.1/x", "http://", "::::", "gopher:x"})
    void redirectsToWhatIsNoWebServerAreRefused(String location) {
        hub.fault(
                1000,
                path("/api/models/"),
                response -> TinyServer.Response.of(302, "").with("Location", location));
        assertThat(fails().what()).contains("redirect");
    }

    @Test
    void whatTheServerSaysCannotSteerATerminal() {
        hub.fault(
                1000,
                path("/api/models/"),
                response ->
                        TinyServer.Response.of(400, "")
                                .with("X-Error-Message", "bad \u001b]0;title\u0007 words"));
        assertThat(fails()).hasMessageContaining("bad").hasMessageNotContaining("\u001b");
    }
}
