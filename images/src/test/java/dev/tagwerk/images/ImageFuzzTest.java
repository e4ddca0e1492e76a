package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever an archive, layer, manifest or configuration holds: a report, or an {@link
 * ImageException}. {@code -Dtagwerk.fuzz.rounds=1000} makes a thousand times as many.
 */
class ImageFuzzTest {
    private static final int ROUNDS = 400 * Integer.getInteger("tagwerk.fuzz.rounds", 1);

    @TempDir private Path folder;
    private final long seed =
            Long.getLong("tagwerk.fuzz.seed", ThreadLocalRandom.current().nextLong());
    private final Random random = new Random(seed);

    private interface Attempt {
        void run(byte[] bytes) throws IOException;
    }

    private void hammer(byte[] whole, Attempt attempt) {
        int failed = 0;
        for (int i = 0; i < ROUNDS; i++) {
            byte[] mutated = mutated(whole);
            try {
                attempt.run(mutated);
            } catch (ImageException refused) {
                assertThat(refused.reason()).isNotEmpty();
                assertThat(String.valueOf(refused.getMessage()).length()).isLessThan(2000);
                failed++;
            } catch (Throwable other) {
                throw new AssertionError("seed " + seed + ", round " + i, other);
            }
        }
        // A fuzzer that never breaks anything tests nothing.
        assertThat(failed).isPositive();
    }

    private byte[] mutated(byte[] whole) {
        byte[] bytes = whole.clone();
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes && bytes.length > 0; i++) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(6)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                case 3 -> {
                    int length = Math.min(random.nextInt(64), bytes.length - at);
                    System.arraycopy(
                            bytes, at, bytes, random.nextInt(bytes.length - length + 1), length);
                }
                case 4 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + 12), (byte) '7');
                default -> {
                    byte[] odd = ODD[random.nextInt(ODD.length)].getBytes();
                    int length = Math.min(odd.length, bytes.length - at);
                    System.arraycopy(odd, 0, bytes, at, length);
                }
            }
        }
        return bytes;
    }

    private static final String[] ODD = {
        "\0\0\0\0\0\0\0\0",
        "../../../x",
        "\"\",",
        "null",
        "[[[[[[[",
        "{\"a\":",
        "-1",
        "1e999",
        "999999999999999999",
        "true",
        ".wh..wh..opq",
        "/",
        "\u00ff\u00fe"
    };

    /** Makes the checksums of a tar's headers right again, so that mutations get past them. */
    private static byte[] summed(byte[] tar) {
        byte[] bytes = tar.clone();
        for (int at = 0; at + 512 <= bytes.length; at += 512) {
            if (bytes[at + 257] == 'u' && bytes[at + 258] == 's') {
                byte[] block = Arrays.copyOfRange(bytes, at, at + 512);
                Tar.sum(block);
                System.arraycopy(block, 0, bytes, at, 512);
            }
        }
        return bytes;
    }

    private static Tar tar() {
        return new Tar()
                .folder("a", 0755)
                .file("a/python/site-packages/torch/version.py", "cuda = '12'\n")
                .file("x/torch-1.dist-info/METADATA", "Name: torch\nVersion: 1\n")
                .file("n/".repeat(80) + "deep", "x")
                .link("l", "../../a")
                .hardLink("h", "l")
                .whiteout("a/b")
                .opaque("a")
                .file("etc/passwd", "u:x:1:2:c:/home:/bin/sh\n")
                .file("usr/local/cuda/version.json", "{\"cuda\":{\"version\":\"1\"}}")
                .program("bin/sh");
    }

    private static final TestImage IMAGE =
            new TestImage()
                    .settings("{'User':'u:g','Env':['A=b'],'Entrypoint':['a'],'Cmd':null}")
                    .plainLayer(tar())
                    .layer(tar());

    @Test
    @Timeout(300)
    void layersHoldWhateverTheyLike() {
        hammer(
                tar().bytes(),
                bytes -> {
                    byte[] layer = random.nextBoolean() ? summed(bytes) : bytes;
                    inspected(new TestImage().layer(layer, layer));
                    byte[] zipped = Tar.gzip(layer);
                    inspected(new TestImage().layer(zipped, layer));
                });
    }

    @Test
    @Timeout(300)
    void compressedLayersAreDamagedAnywhere() {
        hammer(tar().gzip(), bytes -> inspected(new TestImage().layer(bytes, bytes)));
    }

    private void inspected(TestImage image) throws IOException {
        TestImage.inspect(image.layoutTar(folder.resolve("layout.tar")));
    }

    @Test
    @Timeout(300)
    void archivesAreDamagedAnywhere() throws IOException {
        Path file = folder.resolve("image.tar");
        for (byte[] whole :
                List.of(
                        Files.readAllBytes(IMAGE.dockerArchive(file)),
                        Files.readAllBytes(IMAGE.layoutTar(file)))) {
            hammer(
                    whole,
                    bytes -> {
                        Files.write(file, random.nextBoolean() ? summed(bytes) : bytes);
                        TestImage.inspect(file);
                    });
        }
    }

    /** Documents with right digests and odd content. */
    @Test
    @Timeout(300)
    void documentsSayWhateverTheyLike() {
        Path layout = folder.resolve("layout");
        hammer(IMAGE.config(), bytes -> ConfigReader.read(bytes, "test"));
        hammer(
                IMAGE.manifest(),
                bytes -> {
                    Map<String, byte[]> blobs = IMAGE.blobs();
                    blobs.put(Digest.sha256(bytes).hex(), bytes);
                    TestImage.inspect(
                            TestImage.layout(
                                    layout,
                                    blobs,
                                    TestImage.index(
                                            TestImage.descriptor(TestImage.MANIFEST, bytes, ""))));
                });
        byte[] index =
                TestImage.index(TestImage.descriptor(TestImage.MANIFEST, IMAGE.manifest(), ""));
        hammer(index, bytes -> TestImage.inspect(TestImage.layout(layout, IMAGE.blobs(), bytes)));
        List<String> challenges = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            challenges.add(
                    new String(mutated("Bearer realm=\"a\",service=\"b\\\"c\", x=y".getBytes())));
        }
        challenges.forEach(one -> Challenge.of(List.of(one)));
    }
}
