package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Images that stand on one in a registry: a real one, and one that lies or stalls. */
@Timeout(180)
class RegistryBaseTest {
    private static final TestImage BASE = TestRoot.base();
    private static final byte[] LAYER = BASE.layers().getFirst();

    @TempDir private Path folder;

    @BeforeEach
    void inputs() throws IOException {
        TestRoot.java(folder.resolve("java"), 62);
        TestRoot.release(folder.resolve("release.tar.gz"));
        Files.createDirectory(folder.resolve("out"));
    }

    private ImageReport build(ImageReference reference, Map<String, String> environment) {
        RegistryAccess access =
                new RegistryAccess(
                        environment, false, Duration.ofSeconds(20), Duration.ofSeconds(3));
        return ImageBuild.of(
                BuildMain.request(
                        new BuildRequest.Base.Image(new ImageSource.Registry(reference, access)),
                        folder.resolve("java"),
                        folder.resolve("release.tar.gz"),
                        folder.resolve("out/image")));
    }

    private void refused(ImageReference reference, String... words) throws IOException {
        assertThatThrownBy(() -> build(reference, Map.of()))
                .isInstanceOf(ImageException.class)
                .satisfies(failure -> assertThat(failure.getMessage()).contains(words));
        try (Stream<Path> left = Files.list(folder.resolve("out"))) {
            assertThat(left).isEmpty();
        }
    }

    private void standsOnBase(ImageReport report, ImageReference reference) {
        assertThat(report.layers()).hasSize(3).allMatch(LayerFacts::verified);
        assertThat(report.layers().getFirst().digest()).isEqualTo(Digest.sha256(LAYER));
        assertThat(report.config().labels())
                .containsEntry("org.opencontainers.image.base.name", reference.toString())
                .containsEntry(
                        "org.opencontainers.image.base.digest",
                        Digest.sha256(BASE.manifest()).toString());
    }

    @Test
    void aTagAndADigestOfARealRegistry() throws IOException, InterruptedException {
        try (RealRegistry registry = RealRegistry.start(folder, "")) {
            registry.push("1", BASE);
            ImageReference tag = registry.reference(":1");
            refused(registry.reference(":2"), "has no such image");
            ImageReference none = registry.reference("@" + Digest.sha256(new byte[1]));
            refused(none, "has no such image");
            standsOnBase(build(tag, Map.of()), tag);
            // Whoever moves the tag changes nothing for the one who named the digest.
            registry.push("1", new TestImage().layer(new Tar().program("bin/other")));
            ImageReference pinned = registry.reference("@" + Digest.sha256(BASE.manifest()));
            standsOnBase(build(pinned, Map.of()), pinned);
        }
    }

    @Test
    void aRealRegistryThatWantsAToken()
            throws IOException, InterruptedException, GeneralSecurityException {
        try (RealRegistry open = RealRegistry.start(folder, "")) {
            open.push("1", BASE);
        }
        String login = "me:secret";
        try (TokenServer tokens = new TokenServer(folder, login);
                RealRegistry registry = RealRegistry.start(folder, tokens.settings())) {
            ImageReference reference = registry.reference(":1");
            refused(reference, "does not let us in", "docker login " + registry.host());
            Files.writeString(
                    folder.resolve("config.json"),
                    "{\"auths\":{\"%s\":{\"auth\":\"%s\"}}}"
                            .formatted(
                                    registry.host(),
                                    Base64.getEncoder().encodeToString(login.getBytes())));
            standsOnBase(build(reference, Map.of("DOCKER_CONFIG", folder.toString())), reference);
            assertThat(tokens.given()).isEqualTo(1);
        }
    }

    @Test
    void aRegistryThatLies() throws IOException {
        String digest = Digest.sha256(LAYER).toString();
        byte[] other = LAYER.clone();
        other[other.length / 2] ^= 1;
        byte[] longer = Arrays.copyOf(LAYER, LAYER.length + 7);
        for (byte[] lie : new byte[][] {other, longer}) {
            try (FakeRegistry registry = new FakeRegistry().with("1", BASE)) {
                registry.fault(digest, exchange -> FakeRegistry.send(exchange, 200, lie));
                refused(registry.reference(":1"), Digest.sha256(LAYER).abbreviated());
            }
        }
        try (FakeRegistry registry = new FakeRegistry().with("1", BASE)) {
            ImageReference pinned = registry.reference("@" + Digest.sha256(BASE.manifest()));
            registry.fault(
                    "/manifests/",
                    exchange -> {
                        byte[] manifest = BASE.manifest();
                        manifest[manifest.length - 2] = ' ';
                        FakeRegistry.send(exchange, 200, manifest);
                    });
            refused(pinned, "tampered");
        }
    }

    @Test
    void aRegistryThatStallsOrBreaksOff() throws IOException {
        try (FakeRegistry registry = new FakeRegistry().with("1", BASE)) {
            registry.fault(
                    Digest.sha256(LAYER).toString(),
                    exchange -> {
                        exchange.sendResponseHeaders(200, LAYER.length);
                        exchange.getResponseBody().write(LAYER, 0, LAYER.length / 2);
                        exchange.getResponseBody().flush();
                        FakeRegistry.sleep(60_000);
                    });
            refused(registry.reference(":1"), "cannot be read");
        }
        try (FakeRegistry registry = new FakeRegistry().with("1", BASE)) {
            registry.fault("/blobs/", exchange -> FakeRegistry.send(exchange, 503, new byte[0]));
            refused(registry.reference(":1"), "answers 503", "try again later");
        }
    }

    @Test
    void aRegistryThatIsNotThere() throws IOException {
        ImageReference none;
        try (FakeRegistry registry = new FakeRegistry()) {
            none = registry.reference(":1");
        }
        refused(none, "cannot be read (nobody answers there", "the host's name, the network");
    }
}
