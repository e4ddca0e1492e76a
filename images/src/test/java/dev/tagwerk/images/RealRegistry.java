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
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The distribution project's own registry. Skips its tests where {@code docker-registry} is not
 * installed; where {@code TAGWERK_DOCKER_REGISTRY} names it, as in continuous integration, its
 * absence fails.
 */
final class RealRegistry implements AutoCloseable {
    static final String REPOSITORY = "team/trainer";

    private final HttpClient http = HttpClient.newHttpClient();
    private final String host;
    private final Process server;

    private RealRegistry(String host, Process server) {
        this.host = host;
        this.server = server;
    }

    /**
     * Starts one whose store is in the folder.
     *
     * @param settings further lines of its configuration
     */
    static RealRegistry start(Path folder, String settings)
            throws IOException, InterruptedException {
        Optional<Path> program = Programs.find("TAGWERK_DOCKER_REGISTRY", "docker-registry");
        assumeTrue(program.isPresent(), "docker-registry is not installed");
        String host;
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
                                .formatted(folder.resolve("store"), host)
                        + settings);
        Path log = folder.resolve("log");
        RealRegistry started =
                new RealRegistry(
                        host,
                        new ProcessBuilder(program.get().toString(), "serve", config.toString())
                                .redirectErrorStream(true)
                                .redirectOutput(log.toFile())
                                .start());
        while (!started.answers()) {
            if (started.server.waitFor(50, TimeUnit.MILLISECONDS)) {
                throw new IOException(Files.readString(log));
            }
        }
        return started;
    }

    private boolean answers() throws InterruptedException {
        try {
            HttpRequest ask = HttpRequest.newBuilder(URI.create("http://" + host + "/v2/")).build();
            return http.send(ask, BodyHandlers.discarding()).statusCode() > 0;
        } catch (IOException notYet) {
            return false;
        }
    }

    ImageReference reference(String selector) {
        return ImageReference.parse(host + "/" + REPOSITORY + selector);
    }

    String host() {
        return host;
    }

    void push(String tag, TestImage image) throws IOException, InterruptedException {
        String repository = "http://" + host + "/v2/" + REPOSITORY + "/";
        for (byte[] blob : image.blobs().values()) {
            HttpRequest begin =
                    HttpRequest.newBuilder(URI.create(repository + "blobs/uploads/"))
                            .POST(HttpRequest.BodyPublishers.noBody())
                            .build();
            String location =
                    http.send(begin, BodyHandlers.discarding())
                            .headers()
                            .firstValue("Location")
                            .orElseThrow();
            String query = (location.contains("?") ? "&" : "?") + "digest=" + Digest.sha256(blob);
            put(URI.create(location + query), "application/octet-stream", blob);
        }
        put(URI.create(repository + "manifests/" + tag), TestImage.MANIFEST, image.manifest());
    }

    private void put(URI address, String type, byte[] body)
            throws IOException, InterruptedException {
        HttpRequest put =
                HttpRequest.newBuilder(address)
                        .header("Content-Type", type)
                        .PUT(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build();
        assertThat(http.send(put, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
    }

    @Override
    public void close() throws IOException {
        server.destroy();
        try {
            server.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
