package dev.tagwerk.hub;

import dev.tagwerk.network.EnvironmentProxies;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Requests to the hub and to the hosts it points to. Redirects are followed by hand, so that the
 * token goes to the hub and to nobody else, and never from https to http.
 *
 * <p>Thread-safe.
 */
final class HubHttp implements AutoCloseable {
    private static final int MAX_REDIRECTS = 10;
    private static final int ERROR_BYTES = 16 * 1024;
    private static final long POLL_MILLIS = 100;

    /** Takes a good answer's body; it may look at the head first, and refuse. */
    interface Body {
        BodySubscriber<byte[]> of(ResponseInfo head, Activity activity);
    }

    /**
     * One request.
     *
     * @param quiet how long nothing may come
     * @param longest how long it may take from the question to the answer's last byte
     * @param stay whether a redirect to another host ends it, with the address in the answer
     */
    record Ask(
            String method,
            URI uri,
            Map<String, String> headers,
            Duration quiet,
            Duration longest,
            boolean stay,
            Cancellation cancellation) {}

    private final HubSettings settings;
    private final HttpClient client;

    HubHttp(HubSettings settings, Map<String, String> environment) {
        this.settings = settings;
        this.client =
                HttpClient.newBuilder()
                        // several connections are faster than one that carries several streams
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(settings.etagTimeout())
                        .proxy(new EnvironmentProxies(environment, HubHttp::unusableProxy))
                        .sslContext(TrustedRoots.context(environment))
                        .build();
    }

    private static HubException unusableProxy() {
        return new HubException(
                "the proxy that the environment names cannot be used.",
                "it must be of the form http://host:port, without a password.",
                "set HTTPS_PROXY, or NO_PROXY for the hub's host");
    }

    /**
     * Asks, and follows redirects.
     *
     * @throws IOException when no answer came, or its body did not arrive whole
     */
    Answer send(Ask ask, Body body) throws IOException {
        URI uri = ask.uri();
        for (int hop = 0; hop <= MAX_REDIRECTS; hop++) {
            HttpResponse<byte[]> response = once(ask, uri, body);
            Optional<URI> target = redirect(uri, response.statusCode(), response.headers());
            boolean stops = target.isEmpty() || (ask.stay() && !settings.isHub(target.get()));
            if (stops) {
                return new Answer(
                        uri, response.statusCode(), response.headers(), response.body(), target);
            }
            uri = target.get();
        }
        throw new IOException(
                "more than " + MAX_REDIRECTS + " redirects, the last to " + Shown.address(uri));
    }

    private static Optional<URI> redirect(URI from, int status, HttpHeaders headers)
            throws IOException {
        boolean redirected =
                status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
        Optional<String> location = headers.firstValue("Location");
        if (!redirected || location.isEmpty()) {
            return Optional.empty();
        }
        URI target;
        try {
            target = from.resolve(URI.create(location.get()));
        } catch (IllegalArgumentException malformed) {
            throw new IOException("a redirect to an address that is none", malformed);
        }
        boolean secure = "https".equals(target.getScheme());
        boolean plain = "http".equals(target.getScheme());
        if (target.getHost() == null
                || !(secure || plain)
                || (plain && "https".equals(from.getScheme()))) {
            throw new IOException("a redirect to " + Shown.address(target) + ", which is refused");
        }
        return Optional.of(target);
    }

    private HttpResponse<byte[]> once(Ask ask, URI uri, Body body) throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri)
                        .method(ask.method(), HttpRequest.BodyPublishers.noBody())
                        .header("User-Agent", settings.userAgent())
                        // lengths and ranges are those of the file, not of a packed one
                        .header("Accept-Encoding", "identity");
        ask.headers().forEach(request::header);
        if (settings.isHub(uri)) {
            settings.token().ifPresent(token -> request.header("Authorization", token.header()));
        }
        Activity activity = new Activity();
        CompletableFuture<HttpResponse<byte[]>> response =
                client.sendAsync(
                        request.build(),
                        head -> {
                            activity.happened();
                            return head.statusCode() == 200 || head.statusCode() == 206
                                    ? body.of(head, activity)
                                    : new TextBody(activity, ERROR_BYTES, true);
                        });
        return await(response, activity, ask);
    }

    private static HttpResponse<byte[]> await(
            CompletableFuture<HttpResponse<byte[]>> response, Activity activity, Ask ask)
            throws IOException {
        while (true) {
            try {
                return response.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                if (ask.cancellation().isCancelled()) {
                    response.cancel(true);
                    throw new Cancellation.Cancelled();
                }
                if (activity.quiet().compareTo(ask.quiet()) > 0) {
                    response.cancel(true);
                    throw new HttpTimeoutException(
                            "nothing came for " + ask.quiet().toSeconds() + " s");
                }
                if (activity.age().compareTo(ask.longest()) > 0) {
                    response.cancel(true);
                    throw new HttpTimeoutException(
                            "the answer was not complete after "
                                    + ask.longest().toSeconds()
                                    + " s");
                }
            } catch (InterruptedException ended) {
                response.cancel(true);
                Thread.currentThread().interrupt();
                throw new Cancellation.Cancelled();
            } catch (ExecutionException failure) {
                switch (Objects.requireNonNull(failure.getCause())) {
                    case ContentChanged changed -> throw changed;
                    case TransientFailure known -> throw known;
                    case IOException network -> throw network;
                    case HubException ours -> throw ours;
                    case Throwable other -> throw new IOException(other);
                }
            }
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
