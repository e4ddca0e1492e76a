package dev.tagwerk.images;

import dev.tagwerk.network.EnvironmentProxies;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Requests whose every wait is bounded. Redirects are followed by hand: the authorization stays
 * with the host that it was meant for, and nobody is led from TLS to plain HTTP.
 */
final class RegistryHttp implements AutoCloseable {
    private static final int REDIRECTS = 5;
    private static final String AGENT = "tagwerk";

    private final RegistryAccess access;
    private final Budget budget;
    private final HttpClient client;

    RegistryHttp(RegistryAccess access, Budget budget) {
        this.access = access;
        this.budget = budget;
        this.client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(access.connectTimeout())
                        .proxy(
                                new EnvironmentProxies(
                                        access.environment(), RegistryHttp::unusableProxy))
                        .build();
    }

    private static ImageException unusableProxy() {
        return new ImageException(
                "the proxy that the environment names",
                "it is not of the form http://host:port, without a password",
                "set HTTPS_PROXY, or NO_PROXY for the registry's host");
    }

    /** An answer, its body not read yet; to be closed. */
    record Answer(URI address, HttpResponse<InputStream> response) implements AutoCloseable {
        int status() {
            return response.statusCode();
        }

        Optional<String> header(String name) {
            return response.headers().firstValue(name);
        }

        /** The body, whole; more than the limit is an error. */
        byte[] body(int limit) throws IOException {
            byte[] bytes = response.body().readNBytes(limit + 1);
            if (bytes.length > limit) {
                throw new ImageException(
                        address.toString(),
                        "the answer is longer than " + limit + " bytes; none should be",
                        "this is no registry, or one out of order");
            }
            return bytes;
        }

        @Override
        public void close() {
            try {
                response.body().close();
            } catch (IOException gone) {
                // it was to end anyway
            }
        }
    }

    /** Asks, and follows where it leads. */
    Answer get(URI first, Map<String, String> headers) throws IOException {
        URI address = first;
        for (int i = 0; i <= REDIRECTS; i++) {
            boolean same = sameHost(first, address);
            HttpRequest.Builder request = request(address);
            headers.forEach(
                    (name, value) -> {
                        if (same || !name.equals("Authorization")) {
                            request.header(name, value);
                        }
                    });
            Answer answer = send(address, request.GET());
            Optional<String> location = answer.header("Location");
            if (answer.status() < 300 || answer.status() > 308 || location.isEmpty()) {
                return answer;
            }
            answer.close();
            address = target(address, location.get());
        }
        throw new ImageException(
                first.toString(),
                "the registry redirects without an end",
                "try again later, or another registry");
    }

    /** Posts a form; not redirected, since it carries a secret. */
    Answer post(URI address, String form) throws IOException {
        return send(
                address,
                request(address)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(form)));
    }

    private HttpRequest.Builder request(URI address) {
        budget.checkTime(address.toString());
        Duration left = Duration.ofNanos(Math.max(1_000_000, budget.nanosLeft()));
        Duration head =
                access.connectTimeout().compareTo(left) < 0 ? access.connectTimeout() : left;
        return HttpRequest.newBuilder(address).timeout(head).header("User-Agent", AGENT);
    }

    private Answer send(URI address, HttpRequest.Builder request) throws IOException {
        try {
            return new Answer(
                    address,
                    client.send(
                            request.build(),
                            info ->
                                    new TimedBody(
                                            access.readTimeout(), budget, address.toString())));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ImageException(address.toString(), "waiting for it was interrupted", "");
        }
    }

    private static boolean sameHost(URI one, URI other) {
        return one.getScheme().equals(other.getScheme())
                && one.getHost().equalsIgnoreCase(other.getHost())
                && one.getPort() == other.getPort();
    }

    private URI target(URI from, String location) {
        try {
            URI to = from.resolve(URI.create(location));
            boolean http = "http".equals(to.getScheme());
            if (to.getHost() != null
                    && to.getUserInfo() == null
                    && ("https".equals(to.getScheme())
                            || http && "http".equals(from.getScheme()))) {
                return to;
            }
        } catch (IllegalArgumentException malformed) {
            // said below
        }
        throw new ImageException(
                from.toString(),
                "the registry redirects to `" + Names.shown(location) + "`, which is not followed",
                "only https is, and http from a registry that was itself asked over http");
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
