package dev.tagwerk.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A pull that is killed anywhere leaves nothing that looks whole and is not; the next one goes on.
 */
class PullKilledTest {
    @TempDir private Path cache;

    private static FakeRepository repository() {
        FakeRepository repository = FakeRepository.tiny("org/tiny");
        repository.large("model-00001-of-00002.safetensors", FakeRepository.bytes(7, 1_500_000));
        repository.large("model-00002-of-00002.safetensors", FakeRepository.bytes(8, 900_001));
        return repository;
    }

    /** Slow enough that a kill lands in the middle of files. */
    private static FakeHub slow(FakeRepository repository) throws IOException {
        return new FakeHub()
                .with(repository)
                .fault(
                        Integer.MAX_VALUE,
                        FakeHub.get("signature="),
                        response -> response.dripping(16_384, 12));
    }

    @ParameterizedTest
    @CsvSource({"0, 3", "1, 1"})
    void theNextPullGoesOn(String withoutLinks, int kills) throws Exception {
        FakeRepository repository = repository();
        try (FakeHub hub = slow(repository)) {
            Pulls pulls = new Pulls(hub, cache).with("HF_HUB_DISABLE_SYMLINKS", withoutLinks);
            long missing = pulls.plan("org/tiny").missing();
            for (int kill = 1; kill <= kills; kill++) {
                PullProcess process = PullProcess.start("org/tiny", pulls.environment());
                long wanted = missing - 600_000L * kill;
                while (process.alive() && pulls.plan("org/tiny").missing() > wanted) {
                    Thread.sleep(20);
                }
                process.kill();
                nothingLooksWhole(repository);
            }
            long left = pulls.plan("org/tiny").missing();
            assertThat(left).isBetween(1L, missing - 600_000);
            PullResult result = pulls.pull("org/tiny");
            assertThat(result.fetched()).isEqualTo(left);
            for (String path : result.record().orElseThrow().files().keySet()) {
                assertThat(Files.readAllBytes(result.snapshot().resolve(path)))
                        .isEqualTo(repository.files.get(path).bytes());
            }
        }
    }

    private void nothingLooksWhole(FakeRepository repository) throws Exception {
        Path model = cache.resolve("models--org--tiny");
        assertThat(model.resolve("refs/main")).doesNotExist();
        assertThat(model.resolve("snapshots").resolve(repository.commit)).doesNotExist();
        if (!Files.isDirectory(model.resolve("blobs"))) {
            return;
        }
        try (Stream<Path> blobs = Files.list(model.resolve("blobs"))) {
            for (Path blob : blobs.toList()) {
                String name = blob.getFileName().toString();
                if (!name.endsWith(".incomplete")) {
                    assertThat(new Digest(name).of(blob, new Cancellation())).hasToString(name);
                }
            }
        }
    }

    @Test
    void twoProcessesAtOnceFetchEachFileOnce() throws Exception {
        FakeRepository repository = repository();
        try (FakeHub hub = slow(repository)) {
            Pulls pulls = new Pulls(hub, cache);
            long missing = pulls.plan("org/tiny").missing();
            List<PullProcess> both =
                    List.of(
                            PullProcess.start("org/tiny", pulls.environment()),
                            PullProcess.start("org/tiny", pulls.environment()));
            assertThat(both.get(0).fetched() + both.get(1).fetched()).isEqualTo(missing);
            assertThat(pulls.plan("org/tiny").missing()).isZero();
            long parts =
                    hub.seenByBlobHost().stream()
                            .filter(request -> request.method().equals("GET"))
                            .count();
            assertThat(parts).isEqualTo(23 + 14);
        }
    }
}
