package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Builds in processes of their own that are killed: what stands at the target is whole. */
@Timeout(300)
class BuildKilledTest {
    @TempDir private Path folder;
    private Path root = Path.of("");
    private Path java = Path.of("");
    private Path release = Path.of("");

    @BeforeEach
    void inputs() throws IOException {
        root = TestRoot.root(folder.resolve("root"));
        TestRoot.noise(root.resolve("usr/noise"), 4 << 20);
        java = TestRoot.java(folder.resolve("java"), 62);
        TestRoot.noise(java.resolve("lib/modules"), 4 << 20);
        release = TestRoot.release(folder.resolve("release.tar.gz"));
    }

    private BuildProcess start(String base, Path target) throws IOException {
        return BuildProcess.start("", base, java.toString(), release.toString(), target.toString());
    }

    private Digest build(Path target) {
        BuildRequest.Base base = new BuildRequest.Base.Root(root);
        return ImageBuild.of(BuildMain.request(base, java, release, target)).digest().orElseThrow();
    }

    private List<Path> scratch() {
        try (Stream<Path> all = Files.list(folder.resolve("out"))) {
            return all.filter(one -> one.getFileName().toString().startsWith(".tagwerk")).toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private boolean inScratch(String name) {
        return scratch().stream().anyMatch(one -> Files.exists(one.resolve(name)));
    }

    private static int count(Path blobs) {
        try (Stream<Path> all = Files.list(blobs)) {
            return (int) all.count();
        } catch (IOException notYet) {
            return 0;
        }
    }

    private int blobs() {
        return scratch().stream().mapToInt(one -> count(one.resolve("layout/blobs/sha256"))).sum();
    }

    /** Kills a build at every moment that is told by what lies on disk by then. */
    private void kill(Path target, List<BooleanSupplier> moments)
            throws IOException, InterruptedException {
        int left = 0;
        for (BooleanSupplier moment : moments) {
            BuildProcess build = start(root.toString(), target);
            build.until(moment);
            build.kill();
            assertThat(scratch()).as("each build takes away what the last left").hasSizeLessThan(2);
            left += scratch().size();
            if (Files.exists(target)) {
                assertThat(TestImage.inspect(target).layers())
                        .hasSize(3)
                        .allMatch(LayerFacts::verified);
            }
        }
        assertThat(left).as("kills that met a build at work").isPositive();
    }

    private void killedAndBuiltAgain(Path target, BooleanSupplier last)
            throws IOException, InterruptedException {
        Files.createDirectories(target.getParent());
        kill(
                target,
                List.of(
                        () -> inScratch("lock"),
                        () -> inScratch("layout/blob.part"),
                        () -> blobs() >= 2,
                        () -> inScratch("layout/index.json")));
        Digest old = build(target);
        assertThat(TestImage.inspect(target).digest()).contains(old);
        assertThat(scratch()).isEmpty();
        TestRoot.noise(root.resolve("usr/more"), 3 << 20);
        kill(target, List.of(() -> blobs() >= 1, () -> inScratch("layout/index.json"), last));
        Digest fresh = build(target);
        assertThat(fresh).isNotEqualTo(old);
        assertThat(TestImage.inspect(target).digest()).contains(fresh);
        assertThat(scratch()).isEmpty();
    }

    @Test
    void aLayoutIsTheOldOneOrTheNewOne() throws IOException, InterruptedException {
        Path target = folder.resolve("out/image");
        killedAndBuiltAgain(target, () -> count(target.resolve("blobs/sha256")) > 5);
        assertThat(count(target.resolve("blobs/sha256"))).as("nothing of the old").isEqualTo(5);
    }

    @Test
    void aTarIsTheOldOneOrTheNewOne() throws IOException, InterruptedException {
        killedAndBuiltAgain(folder.resolve("out/image.tar"), () -> inScratch("layout.tar"));
    }

    /** Met for certain while it reads its base: the registry keeps the second half back. */
    @Test
    void aKilledDownloadLeavesNoImage() throws IOException, InterruptedException {
        Path out = Files.createDirectories(folder.resolve("out"));
        TestImage base = TestRoot.base();
        byte[] layer = base.layers().getFirst();
        CountDownLatch halfway = new CountDownLatch(2);
        try (FakeRegistry registry = new FakeRegistry().with("1", base)) {
            registry.fault(
                    "/blobs/" + Digest.sha256(layer),
                    exchange -> {
                        exchange.sendResponseHeaders(200, layer.length);
                        exchange.getResponseBody().write(layer, 0, layer.length / 2);
                        exchange.getResponseBody().flush();
                        halfway.countDown();
                        FakeRegistry.sleep(120_000);
                    });
            String reference = registry.host() + "/" + FakeRegistry.REPOSITORY + ":1";
            BuildProcess killed = start(reference, out.resolve("image"));
            BuildProcess ended = start(reference, out.resolve("image"));
            halfway.await();
            assertThat(scratch()).hasSize(2);
            killed.kill();
            // One that is at work is left alone by another's start and end.
            Digest digest = build(out.resolve("other"));
            assertThat(TestImage.inspect(out.resolve("other")).digest()).contains(digest);
            assertThat(scratch()).hasSize(1);
            assertThat(ended.alive()).isTrue();
            ended.end();
            assertThat(scratch()).as("told to end, it takes its folder away").isEmpty();
        }
        assertThat(out.resolve("image")).doesNotExist();
    }
}
