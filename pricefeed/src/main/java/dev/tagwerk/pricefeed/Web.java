package dev.tagwerk.pricefeed;

import dev.tagwerk.network.EnvironmentProxies;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Texts over HTTP, of bounded size and time. Follows no redirect; asks again after outages, as
 * often and as late as a patient person would.
 *
 * @param limit how long one answer may take, body included
 * @param pause waits; a test's does not
 */
record Web(HttpClient client, Duration limit, Consumer<Duration> pause) {
    private static final int TRIES = 4;
    private static final int MOST_BYTES = 64 << 20;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

    /** A failure that may be over soon. */
    private static final class Outage extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Duration wait;

        Outage(String message, Duration wait) {
            super(message);
            this.wait = wait;
        }
    }

    /**
     * @param environment the caller's, which may name proxies
     */
    static Web real(Map<String, String> environment) {
        return new Web(
                HttpClient.newBuilder()
                        .connectTimeout(Duration.ofSeconds(15))
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .proxy(new EnvironmentProxies(environment, Web::unusableProxy))
                        .build(),
                Duration.ofSeconds(120),
                Web::sleep);
    }

    private static FeedException unusableProxy() {
        return new FeedException(
                "the proxy that the environment names must be of the form http://host:port, without"
                        + " a password; set HTTPS_PROXY, or NO_PROXY for the publishers' hosts");
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FeedException("interrupted", e);
        }
    }

    String text(URI address) {
        String last = "";
        for (int attempt = 1; attempt <= TRIES; attempt++) {
            try {
                return once(address);
            } catch (Outage outage) {
                last = outage.getMessage();
                if (attempt < TRIES) {
                    Duration grown = Duration.ofSeconds(1L << (attempt - 1));
                    pause.accept(outage.wait.compareTo(grown) > 0 ? outage.wait : grown);
                }
            }
        }
        throw new FeedException(address.getHost() + ": " + last + "; " + TRIES + " times in a row");
    }

    private String once(URI address) throws Outage {
        HttpRequest request =
                HttpRequest.newBuilder(address)
                        .timeout(limit)
                        .header("Accept", "application/json, text/xml, application/xml")
                        .header("User-Agent", "tagwerk")
                        .build();
        CompletableFuture<String> answer =
                CompletableFuture.supplyAsync(() -> exchange(request), Thread::startVirtualThread);
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new Outage("no whole answer in " + limit.toSeconds() + " s", Duration.ZERO);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FeedException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Broken broken) {
                throw new Outage(broken.getMessage(), broken.wait);
            }
            throw e.getCause() instanceof FeedException told
                    ? told
                    : new FeedException(address.getHost() + ": " + e.getCause(), e);
        }
    }

    /** {@link Outage} on its way out of another thread. */
    private static final class Broken extends IllegalStateException {
        private static final long serialVersionUID = 1L;
        private final transient Duration wait;

        Broken(String message, Duration wait) {
            super(message);
            this.wait = wait;
        }

        @Override
        public String getMessage() {
            String message = super.getMessage();
            return message == null ? "" : message;
        }
    }

    private String exchange(HttpRequest request) {
        try {
            HttpResponse<InputStream> response =
                    client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                return text(request.uri(), response, body);
            }
        } catch (ConnectException e) {
            throw new Broken("it cannot be reached", Duration.ZERO);
        } catch (IOException e) {
            throw new Broken("the answer was cut: " + e.getMessage(), Duration.ZERO);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FeedException("interrupted", e);
        }
    }

    private static String text(URI address, HttpResponse<InputStream> response, InputStream body)
            throws IOException {
        int status = response.statusCode();
        if (status == 429 || status >= 500) {
            throw new Broken("status " + status, retryAfter(response));
        }
        if (status != 200) {
            throw new FeedException(address.getHost() + ": status " + status);
        }
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (type.toLowerCase(Locale.ROOT).startsWith("text/html")) {
            throw new FeedException(
                    address.getHost() + ": a web page came instead of prices; is a proxy between?");
        }
        byte[] bytes = body.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new FeedException(
                    address.getHost() + ": an answer of over " + (MOST_BYTES >> 20) + " MiB");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static Duration retryAfter(HttpResponse<?> response) {
        String told = response.headers().firstValue("Retry-After").orElse("");
        if (!told.matches("[0-9]{1,6}")) {
            return Duration.ZERO;
        }
        Duration wait = Duration.ofSeconds(Long.parseLong(told));
        return wait.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : wait;
    }
}
