package dev.tagwerk.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where links do not work, the files themselves lie in the snapshot. */
class PullCopiesTest {
    @TempDir private Path cache;
    private FakeRepository repository;
    private FakeHub hub;
    private Pulls pulls;

    @BeforeEach
    void start() throws IOException {
        repository = FakeRepository.tiny("org/tiny");
        hub = new FakeHub().with(repository);
        pulls = new Pulls(hub, cache).with("HF_HUB_DISABLE_SYMLINKS", "1");
    }

    @AfterEach
    void stop() throws IOException {
        hub.close();
    }

    private FakeRepository next() {
        FakeRepository next =
                new FakeRepository("org/tiny", "1123456789abcdef0123456789abcdef01234567");
        next.files.putAll(repository.files);
        next.small("config.json", "{\"model_type\": \"qwen3\"}\n");
        return next;
    }

    @Test
    void noFileIsALinkAndNoneLiesTwice() throws IOException {
        assertThat(pulls.plan("org/tiny").links()).isFalse();
        PullResult result = pulls.pull("org/tiny");
        assertThat(result.files()).isEqualTo(9);
        try (Stream<Path> all = Files.walk(cache)) {
            assertThat(all).noneMatch(Files::isSymbolicLink);
        }
        try (Stream<Path> blobs = Files.list(cache.resolve("models--org--tiny/blobs"))) {
            assertThat(blobs).isEmpty();
        }
        assertThat(pulls.pull("org/tiny").fetched()).isZero();
        assertThat(cache.resolve("models--org--tiny/tagwerk/" + repository.commit + ".staging"))
                .doesNotExist();
    }

    @Test
    void whatDidNotChangeIsCopiedNotFetched() throws IOException {
        pulls.pull("org/tiny");
        FakeRepository next = next();
        hub.with(next);
        PullResult result = pulls.pull("org/tiny");
        assertThat(result.fetched()).isEqualTo(next.files.get("config.json").bytes().length);
        for (String path : result.record().orElseThrow().files().keySet()) {
            assertThat(Files.readAllBytes(result.snapshot().resolve(path)))
                    .isEqualTo(next.files.get(path).bytes());
        }
    }

    @Test
    void aDamagedNeighbourIsNotCopied() throws IOException {
        PullResult first = pulls.pull("org/tiny");
        Files.write(first.snapshot().resolve("tokenizer.json"), new byte[19]);
        FakeRepository next = next();
        hub.with(next);
        PullResult result = pulls.pull("org/tiny");
        assertThat(result.snapshot().resolve("tokenizer.json"))
                .hasContent("{\"version\": \"1.0\"}\n");
    }

    @Test
    void blobsOfPullsWithLinksAreCopied() throws IOException {
        PullResult linked = pulls.with("HF_HUB_DISABLE_SYMLINKS", "0").pull("org/tiny");
        FakeRepository next = next();
        hub.with(next);
        PullResult copied = pulls.with("HF_HUB_DISABLE_SYMLINKS", "1").pull("org/tiny");
        assertThat(copied.fetched()).isEqualTo(next.files.get("config.json").bytes().length);
        assertThat(copied.snapshot().resolve("LICENSE")).isRegularFile();
        assertThat(Files.isSymbolicLink(copied.snapshot().resolve("LICENSE"))).isFalse();
        assertThat(linked.snapshot().resolve("LICENSE")).hasContent("Apache License\n");
    }

    @Test
    void filesWithEqualContentAreFetchedOnce() throws IOException {
        repository.small("NOTICE", "Apache License\n");
        pulls.pull("org/tiny");
        assertThat(hub.seen())
                .filteredOn(request -> FakeHub.get("/resolve/").test(request))
                .filteredOn(
                        request ->
                                request.target().endsWith("NOTICE")
                                        || request.target().endsWith("LICENSE"))
                .hasSize(1);
        assertThat(cache.resolve("models--org--tiny/snapshots/" + repository.commit + "/NOTICE"))
                .hasContent("Apache License\n");
    }
}
