package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The distribution project's own registry. Skipped where {@code docker-registry} is not installed;
 * where {@code TAGWERK_DOCKER_REGISTRY} names it, as in continuous integration, its absence fails.
 */
class RealRegistryTest {
    @TempDir private Path folder;
    private final HttpClient http = HttpClient.newHttpClient();
    private String host = "";
    private Optional<Process> server = Optional.empty();

    @BeforeEach
    void start() throws IOException, InterruptedException {
        Optional<Path> program = Programs.find("TAGWERK_DOCKER_REGISTRY", "docker-registry");
        assumeTrue(program.isPresent(), "docker-registry is not installed");
        try (ServerSocket free = new ServerSocket(0)) {
            host = "127.0.0.1:" + free.getLocalPort();
        }
        Path config = folder.resolve("config.yml");
        Files.writeString(
                config,
                """
                version: 0.1
                log: {level: error}
                storage: {filesystem: {rootdirectory: %s}}
                http: {addr: "%s"}
                """
                        .formatted(folder.resolve("store"), host));
        server =
                Optional.of(
                        new ProcessBuilder(program.get().toString(), "serve", config.toString())
                                .redirectErrorStream(true)
                                .redirectOutput(folder.resolve("log").toFile())
                                .start());
        for (int i = 0; i < 200; i++) {
            try {
                get("/v2/");
                return;
            } catch (IOException notYet) {
                Thread.sleep(50);
            }
        }
        throw new IOException(Files.readString(folder.resolve("log")));
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (server.isPresent()) {
            server.get().destroy();
            server.get().waitFor(10, TimeUnit.SECONDS);
        }
    }

    private void get(String path) throws IOException, InterruptedException {
        http.send(
                HttpRequest.newBuilder(URI.create("http://" + host + path)).build(),
                BodyHandlers.discarding());
    }

    private void push(String tag, TestImage image) throws IOException, InterruptedException {
        String repository = "http://" + host + "/v2/team/trainer/";
        for (byte[] blob : image.blobs().values()) {
            String location =
                    http.send(
                                    HttpRequest.newBuilder(
                                                    URI.create(repository + "blobs/uploads/"))
                                            .POST(HttpRequest.BodyPublishers.noBody())
                                            .build(),
                                    BodyHandlers.discarding())
                            .headers()
                            .firstValue("Location")
                            .orElseThrow();
            URI upload =
                    URI.create(
                            location
                                    + (location.contains("?") ? "&" : "?")
                                    + "digest="
                                    + Digest.sha256(blob));
            put(upload, "application/octet-stream", blob);
        }
        put(URI.create(repository + "manifests/" + tag), TestImage.MANIFEST, image.manifest());
    }

    private void put(URI address, String type, byte[] body)
            throws IOException, InterruptedException {
        assertThat(
                        http.send(
                                        HttpRequest.newBuilder(address)
                                                .header("Content-Type", type)
                                                .PUT(HttpRequest.BodyPublishers.ofByteArray(body))
                                                .build(),
                                        BodyHandlers.ofString())
                                .statusCode())
                .isEqualTo(201);
    }

    @Test
    void anImageThatWasPushedIsReadBack() throws IOException, InterruptedException {
        TestImage image =
                new TestImage()
                        .settings("{'Entrypoint':['tini','--']}")
                        .layer(new Tar().program("usr/bin/gcc").file("etc/x", "x"))
                        .layer(new Tar().file("big", 0644, new byte[3_000_000]));
        push("1", image);
        RegistryAccess access = RegistryAccess.of(Map.of(), false);
        ImageSource source =
                new ImageSource.Registry(ImageReference.parse(host + "/team/trainer:1"), access);
        ImageReport report =
                ImageInspection.of(source, InspectionLimits.remote(), LayerCache.none());
        assertThat(report.config().entrypoint()).containsExactly("tini", "--");
        assertThat(report.digest()).contains(Digest.sha256(image.manifest()));
        assertThat(report.layers()).allMatch(LayerFacts::verified);
        assertThat(report.files().find("/big").orElseThrow().size()).isEqualTo(3_000_000);
        ImageReport partly =
                ImageInspection.of(
                        source, InspectionLimits.remote().withLayerBytes(500), LayerCache.none());
        assertThat(partly.layers().getLast().looked()).isFalse();
        assertThat(partly.layers().getLast().unpackedBytes())
                .isEqualTo(report.layers().getLast().unpackedBytes());
    }
}
