package dev.tagwerk.images;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A registry that serves test images, and misbehaves where it is told to. */
final class FakeRegistry implements AutoCloseable {
    /** What a server does in the place of the right thing. */
    interface Fault {
        void answer(HttpExchange exchange) throws IOException;
    }

    /** One request as it came. */
    record Seen(String method, String path, Map<String, String> headers) {
        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    static final String REPOSITORY = "team/trainer";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, byte[]> manifests = new ConcurrentHashMap<>();
    private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();
    private final Map<String, Fault> faults = new LinkedHashMap<>();
    private final List<Seen> seen = Collections.synchronizedList(new ArrayList<>());
    private String wanted = "";
    private String challenge = "";
    private boolean ranges = true;

    FakeRegistry() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** Serves an image under a tag. */
    FakeRegistry with(String tag, TestImage image) {
        image.blobs().forEach((hex, bytes) -> blobs.put("sha256:" + hex, bytes));
        return withManifest(tag, image.manifest());
    }

    FakeRegistry withManifest(String tag, byte[] manifest) {
        manifests.put(tag, manifest);
        manifests.put(Digest.sha256(manifest).toString(), manifest);
        return this;
    }

    /** Lets in only who sends this header; others see the challenge. */
    FakeRegistry wanting(String authorization, String how) {
        wanted = authorization;
        challenge = how;
        return this;
    }

    FakeRegistry withoutRanges() {
        ranges = false;
        return this;
    }

    /** Misbehaves on every path that contains a text. */
    FakeRegistry fault(String part, Fault fault) {
        faults.put(part, fault);
        return this;
    }

    List<Seen> seen() {
        return List.copyOf(seen);
    }

    ImageReference reference(String selector) {
        return ImageReference.parse(host() + "/" + REPOSITORY + selector);
    }

    ImageReport inspect(String selector, InspectionLimits limits, Map<String, String> environment) {
        RegistryAccess access =
                new RegistryAccess(
                        environment, false, Duration.ofSeconds(5), Duration.ofSeconds(2));
        return ImageInspection.of(
                new ImageSource.Registry(reference(selector), access), limits, LayerCache.none());
    }

    ImageReport inspect(String selector) {
        return inspect(selector, InspectionLimits.remote(), Map.of());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().toString();
            Map<String, String> headers = new java.util.TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((name, all) -> headers.put(name, all.getFirst()));
            seen.add(new Seen(exchange.getRequestMethod(), path, headers));
            for (Map.Entry<String, Fault> fault : faults.entrySet()) {
                if (path.contains(fault.getKey())) {
                    fault.getValue().answer(exchange);
                    return;
                }
            }
            if (!wanted.isEmpty() && !headers.getOrDefault("Authorization", "").equals(wanted)) {
                exchange.getResponseHeaders().add("WWW-Authenticate", challenge);
                send(exchange, 401, "{\"errors\":[{\"code\":\"UNAUTHORIZED\"}]}".getBytes());
                return;
            }
            String prefix = "/v2/" + REPOSITORY + "/";
            String rest = path.startsWith(prefix) ? path.substring(prefix.length()) : "";
            byte[] found =
                    rest.startsWith("manifests/")
                            ? manifests.get(rest.substring(10))
                            : rest.startsWith("blobs/") ? blobs.get(rest.substring(6)) : null;
            if (found == null) {
                send(exchange, 404, "{\"errors\":[{\"code\":\"MANIFEST_UNKNOWN\"}]}".getBytes());
            } else {
                if (rest.startsWith("manifests/")) {
                    String type =
                            new String(found).contains("\"manifests\"")
                                    ? TestImage.INDEX
                                    : TestImage.MANIFEST;
                    exchange.getResponseHeaders().add("Content-Type", type);
                    exchange.getResponseHeaders()
                            .add("Docker-Content-Digest", Digest.sha256(found).toString());
                }
                blob(exchange, found);
            }
        }
    }

    /** Sends bytes, or the part of them that is asked for. */
    void blob(HttpExchange exchange, byte[] bytes) throws IOException {
        String range = exchange.getRequestHeaders().getFirst("Range");
        if (range == null || !ranges) {
            send(exchange, 200, bytes);
            return;
        }
        String[] ends = range.substring("bytes=".length()).split("-", -1);
        int from = Integer.parseInt(ends[0]);
        int to = ends[1].isEmpty() ? bytes.length - 1 : Integer.parseInt(ends[1]);
        exchange.getResponseHeaders()
                .add("Content-Range", "bytes " + from + "-" + to + "/" + bytes.length);
        send(exchange, 206, java.util.Arrays.copyOfRange(bytes, from, to + 1));
    }

    static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    static void redirect(HttpExchange exchange, String to) throws IOException {
        exchange.getResponseHeaders().add("Location", to);
        exchange.sendResponseHeaders(307, -1);
    }

    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
