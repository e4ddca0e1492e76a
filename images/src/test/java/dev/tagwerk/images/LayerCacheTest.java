package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayerCacheTest {
    private static final TestImage IMAGE =
            new TestImage()
                    .layer(new Tar().program("usr/bin/gcc").folder("a", 01777).link("l", "a"))
                    .layer(new Tar().whiteout("a").opaque("b").file("../x", "y"));

    @TempDir private Path folder;

    private ImageReport inspect(Path layout, LayerCache cache) {
        return ImageInspection.of(TestImage.local(layout), InspectionLimits.local(), cache);
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("cache"))) {
            return files.sorted().toList();
        }
    }

    private static void same(ImageReport one, ImageReport other) {
        assertThat(one.layers()).isEqualTo(other.layers());
        assertThat(one.software()).isEqualTo(other.software());
        assertThat(one.files().matching(node -> true, 1000))
                .isEqualTo(other.files().matching(node -> true, 1000));
    }

    @Test
    void whatWasReadIsNotReadAgainAndIsTheUsersAlone() throws IOException {
        Path layout = IMAGE.layout(folder.resolve("layout"));
        LayerCache cache = LayerCache.in(folder.resolve("cache"));
        ImageReport first = inspect(layout, cache);
        assertThat(kept()).hasSize(2);
        for (Path file : kept()) {
            assertThat(Files.getPosixFilePermissions(file))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
        assertThat(Files.getPosixFilePermissions(folder.resolve("cache")))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        // Damaged behind the cache's back: only who reads the blob notices.
        Path blob =
                layout.resolve("blobs/sha256/" + Digest.sha256(IMAGE.layers().getFirst()).hex());
        Files.write(blob, new byte[IMAGE.layers().getFirst().length]);
        same(inspect(layout, cache), first);
    }

    @Test
    void damagedEntriesAreMadeAnew() throws IOException {
        Path layout = IMAGE.layout(folder.resolve("layout"));
        LayerCache cache = LayerCache.in(folder.resolve("cache"));
        ImageReport first = inspect(layout, cache);
        Path file = kept().getFirst();
        byte[] whole = Files.readAllBytes(file);
        List<byte[]> damaged =
                List.of(
                        new byte[0],
                        "x".getBytes(),
                        java.util.Arrays.copyOf(whole, whole.length - 12),
                        Files.readAllBytes(kept().getLast()),
                        Tar.gzip("[]".getBytes()),
                        Tar.gzip("[1,\"x\"]".getBytes()),
                        Tar.gzip("{}".getBytes()),
                        Tar.gzip("[".repeat(5000).getBytes()));
        for (byte[] bytes : damaged) {
            Files.write(file, bytes);
            same(inspect(layout, cache), first);
            assertThat(Files.readAllBytes(file)).isEqualTo(whole);
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsNoReasonToFail() throws IOException {
        Path layout = IMAGE.layout(folder.resolve("layout"));
        Path file = Files.writeString(folder.resolve("file"), "x");
        assertThat(inspect(layout, LayerCache.in(file.resolve("cache"))).layers()).hasSize(2);
    }
}
