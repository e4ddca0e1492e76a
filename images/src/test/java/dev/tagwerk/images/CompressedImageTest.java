package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Layers and archives in every compression that images come in. */
class CompressedImageTest {
    private static final byte[] SKIPPED = HexFormat.of().parseHex("502a4d1803000000616263");

    @TempDir private Path folder;
    private final Tar tar = tar();

    private static Tar tar() {
        byte[] noise = new byte[300_000];
        new Random(1).nextBytes(noise);
        return new Tar().program("bin/sh").file("noise", 0644, noise).program("usr/bin/gcc");
    }

    private static byte[] zstd(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new ZstdOutputStream(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private ImageReport inspect(byte[] stored) throws IOException {
        Path layout = Files.createTempDirectory(folder, "layout");
        return TestImage.inspect(new TestImage().layer(stored, tar.bytes()).layout(layout));
    }

    private void read(byte[] stored, Compression compression) throws IOException {
        ImageReport report = inspect(stored);
        assertThat(report.layers()).allMatch(LayerFacts::verified);
        assertThat(report.layers().getFirst().compression()).isEqualTo(compression);
        assertThat(report.layers().getFirst().unpackedBytes()).hasValue(tar.bytes().length);
        assertThat(report.files().find("/usr/bin/gcc")).isPresent();
    }

    @Test
    void zstdInFramesOfEveryKind() throws IOException {
        byte[] whole = tar.bytes();
        byte[] first = zstd(Arrays.copyOf(whole, 100_000));
        byte[] second = zstd(Arrays.copyOfRange(whole, 100_000, whole.length));
        read(zstd(whole), Compression.ZSTD);
        read(joined(first, second), Compression.ZSTD);
        read(joined(SKIPPED, first, SKIPPED, SKIPPED, second, SKIPPED), Compression.ZSTD);
    }

    @Test
    void damagedZstdIsNamed() throws IOException {
        byte[] sound = zstd(tar.bytes());
        assertThatThrownBy(() -> inspect(Arrays.copyOf(sound, sound.length - 9)))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("its compressed data is damaged");
        assertThatThrownBy(() -> inspect(joined(sound, new byte[] {1, 2, 3, 4})))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("a frame's header is none");
        Random random = new Random(7);
        for (int round = 0; round < 400; round++) {
            byte[] broken = sound.clone();
            for (int i = 0; i <= round % 4; i++) {
                broken[4 + random.nextInt(round % 2 == 0 ? 60 : broken.length - 4)] ^=
                        (byte) (1 + random.nextInt(255));
            }
            try {
                inspect(broken);
            } catch (ImageException expected) {
                // named; anything else fails the test
            }
        }
    }

    @Test
    void windowsThatNeedMuchMemoryAreNotOpened() throws IOException {
        // window descriptor 0xf8: 2^41 bytes
        byte[] huge = HexFormat.of().parseHex("28b52ffd00f8010000");
        ImageReport report = inspect(huge);
        assertThat(report.files().complete()).isFalse();
        assertThat(report.layers().getFirst().whyNot()).contains("a window over 32 MiB");
    }

    @Test
    void zstdBombsEnd() throws IOException {
        // blocks of one byte that is meant 128 Ki times
        byte[] block = HexFormat.of().parseHex("02001000");
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        bomb.writeBytes(HexFormat.of().parseHex("28b52ffd0050"));
        for (int i = 0; i < 4096; i++) {
            bomb.writeBytes(block);
        }
        TestImage image = new TestImage().layer(bomb.toByteArray(), new byte[0]);
        InspectionLimits limits =
                new InspectionLimits(
                        1 << 20, 1 << 20, 64 << 20, 200, 1000, 1 << 20, Duration.ofMinutes(5));
        Path layout = image.layout(folder.resolve("bomb"));
        assertThatThrownBy(
                        () ->
                                ImageInspection.of(
                                        TestImage.local(layout), limits, LayerCache.none()))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("the layer unpacks to more than 64 MiB");
    }

    @Test
    void archivesThatAreCompressedAsAWhole() throws IOException {
        TestImage image = new TestImage().plainLayer(tar);
        for (String form : new String[] {"docker", "layout"}) {
            Path plain = folder.resolve(form + ".tar");
            byte[] archive =
                    Files.readAllBytes(
                            form.equals("docker")
                                    ? image.dockerArchive(plain)
                                    : image.layoutTar(plain));
            ByteArrayOutputStream zipped = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
                out.write(archive);
            }
            Path gz = Files.write(folder.resolve(form + ".tar.gz"), zipped.toByteArray());
            Path zst = Files.write(folder.resolve(form + ".tar.zst"), zstd(archive));
            for (Path file : new Path[] {gz, zst}) {
                ImageReport report = TestImage.inspect(file);
                assertThat(report.id()).isEqualTo(TestImage.inspect(plain).id());
                assertThat(report.files().find("/usr/bin/gcc")).isPresent();
            }
            Path cut =
                    Files.write(
                            folder.resolve("cut.tar.gz"),
                            Arrays.copyOf(zipped.toByteArray(), zipped.size() / 2));
            assertThatThrownBy(() -> TestImage.inspect(cut))
                    .isInstanceOf(ImageException.class)
                    .hasMessageContaining("cannot be unpacked");
        }
    }

    @Test
    void anArchiveThatIsABombEnds() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            byte[] nothing = new byte[1 << 20];
            for (int i = 0; i < 80; i++) {
                out.write(nothing);
            }
        }
        Path bomb = Files.write(folder.resolve("bomb.tar.gz"), zipped.toByteArray());
        InspectionLimits limits =
                new InspectionLimits(
                        1 << 20, 1 << 20, 64 << 20, 200, 1000, 1 << 20, Duration.ofMinutes(5));
        assertThatThrownBy(
                        () -> ImageInspection.of(TestImage.local(bomb), limits, LayerCache.none()))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("unpacks to more than 64 MiB");
    }

    /** A gzip member of its own for each part, an extra field in the last (estargz.md). */
    @Test
    void eStargzReadsAsGzip() throws IOException {
        byte[] whole = tar.bytes();
        ByteArrayOutputStream stored = new ByteArrayOutputStream();
        for (int at = 0; at < whole.length; at += 4096) {
            byte[] part = Arrays.copyOfRange(whole, at, Math.min(whole.length, at + 4096));
            stored.writeBytes(member(part, new byte[0]));
        }
        byte[] place = "0000000000001000STARGZ".getBytes(StandardCharsets.US_ASCII);
        byte[] extra = joined(new byte[] {'S', 'G', (byte) place.length, 0}, place);
        stored.writeBytes(member(new byte[0], extra));
        read(stored.toByteArray(), Compression.GZIP);
    }

    private static byte[] member(byte[] content, byte[] extra) {
        Deflater deflater = new Deflater(9, true);
        deflater.setInput(content);
        deflater.finish();
        byte[] deflated = new byte[content.length + 100];
        int length = deflater.deflate(deflated);
        deflater.end();
        CRC32 crc = new CRC32();
        crc.update(content);
        byte flags = (byte) (extra.length > 0 ? 4 : 0);
        byte[] head = {0x1f, (byte) 0x8b, 8, flags, 0, 0, 0, 0, 0, (byte) 255};
        byte[] field =
                extra.length > 0 ? joined(new byte[] {(byte) extra.length, 0}, extra) : new byte[0];
        long sum = crc.getValue();
        byte[] trailer = new byte[8];
        for (int i = 0; i < 4; i++) {
            trailer[i] = (byte) (sum >> 8 * i);
            trailer[4 + i] = (byte) (content.length >> 8 * i);
        }
        return joined(head, field, Arrays.copyOf(deflated, length), trailer);
    }
}
