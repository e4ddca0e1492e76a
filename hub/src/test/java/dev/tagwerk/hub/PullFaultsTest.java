package dev.tagwerk.hub;

import static dev.tagwerk.hub.FakeHub.get;
import static dev.tagwerk.hub.FakeHub.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever goes wrong on the way, what is in the cache in the end is right, or nothing is. */
class PullFaultsTest {
    private static final String SHARD = "model-00001-of-00002.safetensors";
    @TempDir private Path cache;
    private FakeRepository repository;
    private FakeHub hub;
    private Pulls pulls;
    private String sha;

    @BeforeEach
    void start() throws IOException {
        repository = FakeRepository.tiny("org/tiny");
        sha = repository.files.get(SHARD).sha256();
        hub = new FakeHub().with(repository);
        pulls = new Pulls(hub, cache);
    }

    @AfterEach
    void stop() throws IOException {
        hub.close();
    }

    private void arrivesWhole() throws IOException {
        PullResult result = pulls.pull("org/tiny");
        for (String path : result.record().orElseThrow().files().keySet()) {
            assertThat(Files.readAllBytes(result.snapshot().resolve(path)))
                    .as(path)
                    .isEqualTo(repository.files.get(path).bytes());
        }
        assertThat(pulls.bytes).hasValue(result.bytes());
        try (Stream<Path> blobs = Files.list(cache.resolve("models--org--tiny/blobs"))) {
            assertThat(blobs.filter(blob -> blob.toString().endsWith(".incomplete"))).isEmpty();
        }
    }

    private HubException fails() {
        try {
            pulls.pull("org/tiny");
        } catch (HubException failure) {
            assertThat(cache.resolve("models--org--tiny/refs/main")).doesNotExist();
            assertThat(cache.resolve("models--org--tiny/snapshots/" + repository.commit))
                    .doesNotExist();
            return failure;
        }
        throw new AssertionError("the pull succeeded");
    }

    @Test
    void cutConnectionsAreTakenUpWhereTheyEnded() throws IOException {
        hub.fault(4, get(sha), response -> response.cutAfter(40_000));
        arrivesWhole();
        assertThat(pulls.notes).isNotEmpty().allMatch(note -> note.contains(SHARD));
        assertThat(hub.seenByBlobHost())
                .anyMatch(request -> request.header("Range").equals("bytes=40000-65535"));
    }

    @Test
    void connectionsCutBeforeTheFirstByteAreTakenUp() throws IOException {
        hub.fault(3, path("/resolve/"), response -> response.cutAfter(-1));
        hub.fault(2, get(sha), response -> response.cutAfter(0));
        arrivesWhole();
    }

    @Test
    void retryAfterIsHonoured() throws IOException {
        hub.fault(
                1,
                path("/api/models/org/tiny"),
                response -> TinyServer.Response.of(429, "").with("Retry-After", "77"));
        arrivesWhole();
        assertThat(pulls.waited()).isBetween(Duration.ofSeconds(77), Duration.ofSeconds(78));
        assertThat(pulls.notes).singleElement().asString().contains("429", "77.0 s");
    }

    @Test
    void retryAfterMayBeADate() throws IOException {
        hub.fault(
                1,
                path("/api/models/org/tiny"),
                response ->
                        TinyServer.Response.of(429, "")
                                .with("Retry-After", "Tue, 01 Dec 2026 00:01:00 GMT"));
        arrivesWhole();
        assertThat(pulls.waited()).isBetween(Duration.ofSeconds(59), Duration.ofSeconds(61));
    }

    @Test
    void theHubsOwnRateLimitHeaderIsHonoured() throws IOException {
        hub.fault(
                1,
                path("/api/models/org/tiny"),
                response -> TinyServer.Response.of(429, "").with("RateLimit", "\"api\";r=0;t=55"));
        arrivesWhole();
        assertThat(pulls.waited()).isBetween(Duration.ofSeconds(55), Duration.ofSeconds(56));
    }

    @Test
    void aWaitOfHoursIsLeftToTheUser() {
        hub.fault(
                1,
                path("/api/models/org/tiny"),
                response -> TinyServer.Response.of(429, "").with("Retry-After", "7200"));
        HubException failure = fails();
        assertThat(failure.why()).contains("120 minutes");
        assertThat(failure.next()).contains("same command");
    }

    @Test
    void anOverloadedServerIsAskedAgain() throws IOException {
        hub.fault(2, path("/api/models/"), response -> TinyServer.Response.of(503, ""));
        hub.fault(2, path("/resolve/"), response -> TinyServer.Response.of(502, ""));
        hub.fault(2, get(sha), response -> TinyServer.Response.of(500, ""));
        arrivesWhole();
        assertThat(pulls.notes).hasSize(6);
    }

    @Test
    void aServerThatStaysDownIsGivenUp() {
        hub.fault(100, path("/api/models/"), response -> TinyServer.Response.of(503, ""));
        HubException failure = fails();
        assertThat(failure.what()).contains("list of files", "503");
        assertThat(failure.why()).contains("6 attempts");
    }

    @Test
    void aServerThatIsNotThereIsGivenUpSoon() throws IOException {
        hub.close();
        HubException failure = fails();
        assertThat(failure.what()).contains("cannot be reached");
        assertThat(failure.next()).contains("HF_HUB_OFFLINE=1");
        assertThat(pulls.waits).isNotEmpty();
    }

    @Test
    void expiredAddressesAreRenewed() throws IOException {
        hub.fault(
                1,
                get(sha),
                response -> {
                    // all addresses handed out so far are dead from here on
                    hub.oldestSignature = 3;
                    return TinyServer.Response.of(403, "Request has expired");
                });
        arrivesWhole();
        assertThat(hub.seenByBlobHost()).anyMatch(request -> request.query().endsWith("=3"));
    }

    @Test
    void aLengthThatIsNotTheListedOneIsNoticed() throws IOException {
        hub.fault(
                2,
                get(sha),
                response ->
                        response.status() == 206
                                ? response.with("Content-Range", "bytes 0-65535/299999")
                                : response);
        arrivesWhole();
        assertThat(pulls.notes).anyMatch(note -> note.contains("299999"));
    }

    @Test
    void aBodyShorterThanItsLengthIsNoticed() throws IOException {
        hub.fault(2, get("config.json"), response -> response.claiming(response.length() + 5));
        arrivesWhole();
    }

    @Test
    void aBodyThatEndsEarlyWithoutSayingSoIsNoticed() throws IOException {
        // no Content-Length: the end of the connection is the end of the body
        hub.fault(2, get(sha), response -> response.claiming(-1).cutAfter(1000));
        arrivesWhole();
        assertThat(pulls.notes).anyMatch(note -> note.contains("too early"));
    }

    @Test
    void aBodyLongerThanTheFileIsNoticed() throws IOException {
        byte[] endless = new byte[200_000];
        hub.fault(2, get(sha), response -> response.withBody(endless).claiming(-1));
        arrivesWhole();
        assertThat(pulls.notes).anyMatch(note -> note.contains("more bytes"));
    }

    @Test
    void contentThatChangesBetweenPartsIsFetchedAnew() throws IOException {
        hub.fault(
                1,
                request -> get(sha).test(request) && request.header("Range").contains("=131072-"),
                response -> response.with("ETag", "\"another\""));
        arrivesWhole();
        assertThat(pulls.notes).anyMatch(note -> note.contains("beginning anew"));
    }

    @Test
    void aServerThatSendsNoPartsIsReadFromItsStart() throws IOException {
        byte[] whole = repository.files.get(SHARD).bytes();
        hub.fault(
                100,
                get(sha),
                response -> TinyServer.Response.of(200, whole).with("ETag", "\"same\""));
        arrivesWhole();
        assertThat(pulls.notes).anyMatch(note -> note.contains("no parts"));
    }

    @Test
    void wrongBytesAreNoticedAndFetchedAnew() throws IOException {
        hub.fault(1, get(sha), response -> response.withBody(new byte[response.body().length]));
        arrivesWhole();
        assertThat(pulls.notes).anyMatch(note -> note.contains("digest"));
    }

    @Test
    void wrongBytesOfSmallFilesAreNoticed() throws IOException {
        hub.fault(1, get("config.json"), response -> response.withBody(new byte[24]));
        arrivesWhole();
        assertThat(pulls.notes).anyMatch(note -> note.contains("config.json: its bytes have"));
    }

    @Test
    void aServerThatAlwaysSendsWrongBytesIsAtFault() throws IOException {
        hub.fault(1000, get(sha), response -> response.withBody(new byte[response.body().length]));
        HubException failure = fails();
        assertThat(failure.what()).contains(SHARD, "digest");
        assertThat(failure.why()).contains("proxy");
        try (Stream<Path> blobs = Files.list(cache.resolve("models--org--tiny/blobs"))) {
            assertThat(blobs.map(Path::toString)).noneMatch(blob -> blob.contains(sha));
        }
    }

    @Test
    void packedBytesAreNotTakenForTheFiles() throws IOException {
        hub.fault(1, get("config.json"), response -> response.with("Content-Encoding", "gzip"));
        arrivesWhole();
    }

    @Test
    void theFileServerMustMeanWhatTheListMeans() {
        hub.fault(
                1,
                request -> request.method().equals("HEAD") && request.target().contains(SHARD),
                response -> response.with("X-Linked-Etag", "\"" + "0".repeat(64) + "\""));
        HubException failure = fails();
        assertThat(failure.what()).contains(SHARD, "another content");
    }

    @Test
    void aLinkedLengthThatIsNotTheListedOneIsRefused() {
        hub.fault(
                1,
                request -> request.method().equals("HEAD") && request.target().contains(SHARD),
                response -> response.with("X-Linked-Size", "12"));
        assertThat(fails().why()).contains("expected 300000, found 12");
    }

    @Test
    void slowServersAreWaitedFor() throws IOException {
        hub.fault(1, get("config.json"), response -> response.dripping(1, 60));
        pulls.with("HF_HUB_DOWNLOAD_TIMEOUT", "1");
        arrivesWhole();
        assertThat(pulls.notes).isEmpty();
    }

    @Test
    void silentServersAreAskedAgain() throws IOException {
        hub.fault(1, get(sha), response -> response.dripping(1000, 60_000));
        pulls.with("HF_HUB_DOWNLOAD_TIMEOUT", "1");
        arrivesWhole();
        assertThat(pulls.notes).singleElement().asString().contains("nothing came for 1 s");
    }

    @Test
    void whatALaterPullFindsHalfFetchedItFinishes() throws IOException {
        hub.fault(6, get(sha), response -> response.cutAfter(30_000));
        hub.fault(100, get(sha), response -> TinyServer.Response.of(500, ""));
        fails();
        hub.close();
        hub = new FakeHub().with(repository);
        PullPlan plan = pulls.with("HF_ENDPOINT", hub.address()).plan("org/tiny");
        assertThat(plan.missing()).isBetween(1L, plan.bytes() - 30_000);
        PullResult result = pulls.pull("org/tiny");
        assertThat(result.fetched()).isEqualTo(plan.missing());
    }

    @Test
    void damagedHalfFetchedFilesAreFetchedAnew() throws IOException {
        hub.fault(4, get(sha), response -> response.cutAfter(30_000));
        hub.fault(100, get(sha), response -> TinyServer.Response.of(500, ""));
        fails();
        Path half = cache.resolve("models--org--tiny/blobs/" + sha + ".tagwerk.incomplete");
        Files.write(half, new byte[(int) Files.size(half)]);
        hub.close();
        hub = new FakeHub().with(repository);
        pulls.with("HF_ENDPOINT", hub.address());
        pulls.bytes.set(0);
        arrivesWhole();
    }

    @Test
    void aDiskThatIsTooSmallIsNoticedBefore() {
        hub.listing =
                "{\"id\":\"org/tiny\",\"sha\":\"%s\",\"siblings\":[{\"rfilename\":\"model.safetensors\",\"size\":1,\"lfs\":{\"sha256\":\"%s\",\"size\":%d}}]}"
                        .formatted(repository.commit, "a".repeat(64), 1L << 49);
        assertThatThrownBy(() -> pulls.pull("org/tiny"))
                .isInstanceOf(HubException.class)
                .hasMessageContainingAll("does not fit", "563 TB", "HF_HOME");
        assertThat(hub.seenByBlobHost()).isEmpty();
    }
}
