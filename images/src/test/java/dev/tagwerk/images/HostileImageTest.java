package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Images that are made to fill memory, disk or time. */
@Timeout(180)
class HostileImageTest {
    @TempDir private Path folder;

    private ImageReport inspect(TestImage image, InspectionLimits limits) throws IOException {
        return ImageInspection.of(
                TestImage.local(image.layout(folder.resolve("layout"))), limits, LayerCache.none());
    }

    private static InspectionLimits limits(long unpacked, int entries, int metadata) {
        return new InspectionLimits(
                1L << 30, 1L << 30, unpacked, 200, entries, metadata, Duration.ofMinutes(1));
    }

    /** Members of zeros, a thousand times smaller stored: past a GiB the ratio is looked at. */
    @Test
    void aLayerThatUnpacksAThousandFoldIsGivenUp() throws IOException {
        byte[] zeros = Tar.gzip(new byte[64 << 20]);
        byte[] header = new Tar().member("x", '0', 0644, "", new byte[0]).bytes();
        System.arraycopy("77777777777".getBytes(), 0, header, 124, 11);
        byte[] block = java.util.Arrays.copyOf(header, 512);
        Tar.sum(block);
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        bomb.writeBytes(Tar.gzip(block));
        for (int i = 0; i < 40; i++) {
            bomb.writeBytes(zeros);
        }
        TestImage image = new TestImage().layer(bomb.toByteArray(), block);
        assertThatThrownBy(() -> inspect(image, InspectionLimits.local()))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("unpacks to more than 1024 MiB from");
    }

    @Test
    void everyLimitIsKept() throws IOException {
        TestImage large = new TestImage().layer(new Tar().file("x", 0644, new byte[5 << 20]));
        assertThatThrownBy(() -> inspect(large, limits(1 << 20, 100, 1 << 20)))
                .hasMessageContaining("unpacks to more than");
        Tar many = new Tar();
        for (int i = 0; i < 101; i++) {
            many.file("f" + i, "");
        }
        assertThatThrownBy(
                        () -> inspect(new TestImage().layer(many), limits(1 << 30, 100, 1 << 20)))
                .hasMessageContaining("more than 100 files");
        TestImage wordy = new TestImage().settings("{'User':'" + "x".repeat(10_000) + "'}");
        assertThatThrownBy(() -> inspect(wordy, limits(1 << 30, 100, 5000)))
                .hasMessageContaining("none is longer than 5000");
        assertThatThrownBy(
                        () ->
                                inspect(
                                        new TestImage().layer(many),
                                        InspectionLimits.local().withTotal(Duration.ofNanos(1))))
                .hasMessageContaining("longer than");
    }

    @Test
    void indexesThatLeadToThemselvesEnd() throws IOException {
        byte[] index = new TestImage().manifest();
        Map<String, byte[]> blobs = new java.util.LinkedHashMap<>();
        for (int i = 0; i < 10; i++) {
            String type = i == 0 ? TestImage.MANIFEST : TestImage.INDEX;
            blobs.put(Digest.sha256(index).hex(), index);
            index = TestImage.index(TestImage.descriptor(type, index, ""));
        }
        Path layout = TestImage.layout(folder.resolve("nested"), blobs, index);
        assertThatThrownBy(() -> TestImage.inspect(layout)).hasMessageContaining("too deeply");
    }

    @Test
    void whatIsNoImageIsSaid() throws IOException {
        Path file = Files.writeString(folder.resolve("x"), "hello");
        assertThatThrownBy(() -> TestImage.inspect(file)).hasMessageContaining("it is no image");
        Path tar = Files.write(folder.resolve("t"), new Tar().file("a", "b").bytes());
        assertThatThrownBy(() -> TestImage.inspect(tar))
                .hasMessageContaining("neither index.json nor manifest.json");
        assertThatThrownBy(() -> TestImage.inspect(folder)).hasMessageContaining("no index.json");
        assertThatThrownBy(() -> TestImage.inspect(folder.resolve("none")))
                .hasMessageContaining("no such file");
        assertThatThrownBy(() -> TestImage.inspect(Path.of("/dev/zero")))
                .hasMessageContaining("neither a file nor a folder");
    }

    @Test
    void aBlobThatIsAPipeIsNotOpened() throws IOException, InterruptedException {
        TestImage image = new TestImage().layer(new Tar().file("a", "b"));
        Path layout = image.layout(folder.resolve("layout"));
        Path blob =
                layout.resolve("blobs/sha256/" + Digest.sha256(image.layers().getFirst()).hex());
        Files.delete(blob);
        Process mkfifo = new ProcessBuilder("mkfifo", blob.toString()).inheritIO().start();
        assertThat(mkfifo.waitFor()).isZero();
        assertThatThrownBy(() -> TestImage.inspect(layout)).hasMessageContaining("not there");
    }

    @Test
    void linksInAnArchiveOfOldDockerAreFollowedAndLoopsAreNot() throws IOException {
        TestImage image = new TestImage().layer(new Tar().file("a", "b"));
        String config = Digest.sha256(image.config()).hex() + ".json";
        Tar tar =
                new Tar()
                        .file("one/layer.tar", 0644, image.layers().getFirst())
                        .link("two/layer.tar", "../one/layer.tar")
                        .link("loop", "loop")
                        .file(config, 0644, image.config());
        String manifest = "[{\"Config\":\"" + config + "\",\"RepoTags\":null,\"Layers\":[\"%s\"]}]";
        Path good =
                Files.write(
                        folder.resolve("good.tar"),
                        tar.file("manifest.json", manifest.formatted("two/layer.tar")).bytes());
        assertThat(TestImage.inspect(good).files().find("/a")).isPresent();
        for (String path : new String[] {"loop", "../../etc/passwd", "/etc/passwd", ""}) {
            Path bad =
                    Files.write(
                            folder.resolve("bad.tar"),
                            tar.file("manifest.json", manifest.formatted(path)).bytes());
            assertThatThrownBy(() -> TestImage.inspect(bad))
                    .as(path)
                    .isInstanceOf(ImageException.class);
        }
    }

    @Test
    void aPlainLayerThatIsCutShortIsAnError() throws IOException {
        byte[] whole = new Tar().file("a", "b").file("c", "d").bytes();
        for (int length : new int[] {700, 1024, 2048, 2560}) {
            TestImage image = new TestImage().layer(java.util.Arrays.copyOf(whole, length), whole);
            Path archive = image.dockerArchive(folder.resolve(length + ".tar"));
            assertThatThrownBy(() -> TestImage.inspect(archive))
                    .as("%s bytes", length)
                    .isInstanceOf(ImageException.class)
                    .hasMessageContaining("layer");
        }
        byte[] unmarked = java.util.Arrays.copyOf(whole, 2048);
        Path archive =
                new TestImage()
                        .layer(unmarked, unmarked)
                        .dockerArchive(folder.resolve("unmarked.tar"));
        assertThat(TestImage.inspect(archive).files().find("/c")).isPresent();
    }
}
