package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Registries that stall, lie, or do not end: each an error that says so, soon. */
@Timeout(120)
class RegistryFaultsTest {
    private static final TestImage IMAGE =
            new TestImage().layer(new Tar().file("random", 0644, noise(300_000)).file("a", "1"));
    private static final byte[] STORED = IMAGE.layers().getFirst();
    private static final String LAYER = "/blobs/" + Digest.sha256(STORED);

    private FakeRegistry registry;

    private static byte[] noise(int length) {
        byte[] bytes = new byte[length];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    @BeforeEach
    void start() throws IOException {
        registry = new FakeRegistry().with("1", IMAGE);
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private AbstractThrowableAssert<?, ? extends Throwable> refused() {
        return assertThatThrownBy(() -> registry.inspect(":1")).isInstanceOf(ImageException.class);
    }

    private void works() {
        assertThat(registry.inspect(":1").files().find("/a")).isPresent();
    }

    @Test
    void anotherManifestThanTheDigestNames() {
        registry.fault(
                "/manifests/",
                exchange -> {
                    exchange.getResponseHeaders()
                            .add("Docker-Content-Digest", Digest.sha256(STORED).toString());
                    FakeRegistry.send(exchange, 200, IMAGE.manifest());
                });
        refused().hasMessageContaining("tampered");
    }

    @Test
    void anotherLayerOrConfigurationThanTheDigestNames() {
        byte[] other = STORED.clone();
        other[other.length / 2] ^= 1;
        registry.fault(LAYER, exchange -> FakeRegistry.send(exchange, 200, other));
        refused();
        registry.fault(
                "/blobs/" + Digest.sha256(IMAGE.config()),
                exchange -> {
                    byte[] config = IMAGE.config();
                    config[20] ^= 1;
                    FakeRegistry.send(exchange, 200, config);
                });
        refused().hasMessageContaining("tampered");
    }

    @Test
    void aLayerThatIsLongerThanStated() {
        registry.fault(
                LAYER,
                exchange ->
                        FakeRegistry.send(
                                exchange, 200, Arrays.copyOf(STORED, STORED.length + 4096)));
        refused().hasMessageContaining("longer than the " + STORED.length + " bytes");
    }

    @Test
    void aBodyWithoutAnEnd() {
        registry.fault("/manifests/", exchange -> endless(exchange, new byte[0]));
        refused().hasMessageContaining("longer than");
        registry.fault("/manifests/", exchange -> registry.blob(exchange, IMAGE.manifest()));
        registry.fault(LAYER, exchange -> endless(exchange, STORED));
        refused().hasMessageContaining("longer than the " + STORED.length + " bytes");
    }

    private static void endless(HttpExchange exchange, byte[] start) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        OutputStream body = exchange.getResponseBody();
        body.write(start);
        byte[] blank = new byte[64 << 10];
        Arrays.fill(blank, (byte) ' ');
        while (true) {
            body.write(blank);
        }
    }

    @Test
    void silenceInTheHeadOrInTheBody() {
        registry.fault("/manifests/", exchange -> FakeRegistry.sleep(10_000));
        refused().hasMessageContaining("cannot be read");
        registry.fault("/manifests/", exchange -> registry.blob(exchange, IMAGE.manifest()));
        registry.fault(
                LAYER,
                exchange -> {
                    exchange.sendResponseHeaders(200, STORED.length);
                    exchange.getResponseBody().write(STORED, 0, 1000);
                    exchange.getResponseBody().flush();
                    FakeRegistry.sleep(10_000);
                });
        refused().hasMessageContaining("nothing came for 2000 ms");
    }

    @Test
    void aBodyThatDripsEndsWithTheTimeForAll() throws IOException {
        for (String part : new String[] {"/manifests/", LAYER}) {
            try (FakeRegistry dripping = new FakeRegistry().with("1", IMAGE)) {
                dripping.fault(part, RegistryFaultsTest::drip);
                InspectionLimits brief =
                        InspectionLimits.remote().withTotal(Duration.ofMillis(1500));
                long start = System.nanoTime();
                assertThatThrownBy(() -> dripping.inspect(":1", brief, Map.of()))
                        .isInstanceOf(ImageException.class)
                        .hasMessageContaining("longer than");
                assertThat(Duration.ofNanos(System.nanoTime() - start))
                        .isLessThan(Duration.ofSeconds(40));
            }
        }
    }

    private static void drip(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, STORED.length);
        for (byte one : STORED) {
            exchange.getResponseBody().write(one);
            exchange.getResponseBody().flush();
            FakeRegistry.sleep(50);
        }
    }

    @Test
    void redirectsInACircle() {
        registry.fault(
                "/blobs/",
                exchange -> FakeRegistry.redirect(exchange, exchange.getRequestURI().toString()));
        refused().hasMessageContaining("redirects without an end");
        registry.fault(
                "/blobs/", exchange -> FakeRegistry.redirect(exchange, "file:///etc/passwd"));
        refused().hasMessageContaining("not followed");
    }

    @Test
    void aBrokenConnectionIsTakenUpWhereItBroke() {
        AtomicInteger tries = new AtomicInteger();
        FakeRegistry.Fault breaking =
                exchange -> {
                    if (tries.getAndIncrement() < 2) {
                        exchange.sendResponseHeaders(200, STORED.length);
                        exchange.getResponseBody().write(STORED, 0, 100_000);
                        exchange.getResponseBody().flush();
                        throw new IOException("cut");
                    }
                    registry.blob(exchange, STORED);
                };
        registry.fault(LAYER, breaking);
        works();
        assertThat(tries.get()).isEqualTo(3);
        assertThat(registry.seen().getLast().header("Range")).isNotEmpty();
        tries.set(0);
        registry.withoutRanges();
        works();
    }

    @Test
    void aConnectionThatAlwaysBreaks() {
        registry.fault(
                LAYER,
                exchange -> {
                    exchange.sendResponseHeaders(200, STORED.length);
                    throw new IOException("cut");
                });
        refused().hasMessageContaining("cannot be read");
    }

    @Test
    void documentsThatAreNone() {
        for (String text :
                new String[] {
                    "",
                    "[]",
                    "null",
                    "{\"manifests\":[{}]}",
                    "{\"manifests\":[{\"digest\":\"sha256:../../x\",\"size\":1}]}",
                    "{\"manifests\":[]}",
                    "{\"config\":{},\"layers\":[]}",
                    "{\"schemaVersion\":1,\"fsLayers\":[]}",
                    "[".repeat(100_000)
                }) {
            registry.withManifest("odd", TestImage.utf8(text));
            assertThatThrownBy(() -> registry.inspect(":odd"))
                    .as(text)
                    .isInstanceOf(ImageException.class);
        }
    }

    @Test
    void refusalsSayWhatToDo() {
        assertThatThrownBy(() -> registry.inspect(":2"))
                .hasMessageContaining("no such image")
                .hasMessageContaining("MANIFEST_UNKNOWN");
        registry.fault(
                "/manifests/",
                exchange -> {
                    exchange.getResponseHeaders().add("Retry-After", "60");
                    FakeRegistry.send(exchange, 429, new byte[0]);
                });
        refused().hasMessageContaining("try again in 60 s");
        registry.fault("/manifests/", exchange -> FakeRegistry.send(exchange, 503, new byte[0]));
        refused().hasMessageContaining("503");
        registry.close();
        refused().hasMessageContaining("cannot be read");
    }
}
