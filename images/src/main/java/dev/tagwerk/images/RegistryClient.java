package dev.tagwerk.images;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One image's part of a registry (OCI distribution specification, pulling). Safe for several
 * threads.
 */
final class RegistryClient implements AutoCloseable {
    private static final String MANIFESTS =
            "application/vnd.oci.image.index.v1+json,"
                    + " application/vnd.docker.distribution.manifest.list.v2+json,"
                    + " application/vnd.oci.image.manifest.v1+json,"
                    + " application/vnd.docker.distribution.manifest.v2+json";

    private static final int TRIES = 3;
    private static final long PAUSE_MILLIS = 500;

    private final ImageReference image;
    private final RegistryHttp http;
    private final RegistryLogin login;
    private final URI base;
    private volatile Optional<String> authorization = Optional.empty();

    RegistryClient(ImageReference image, RegistryAccess access, Budget budget) {
        this.image = image;
        this.http = new RegistryHttp(access, budget);
        this.login = new RegistryLogin(http, image, new DockerCredentials(access.environment()));
        boolean plain = image.isLoopback() || access.plainHttp();
        this.base =
                URI.create(
                        (plain ? "http://" : "https://")
                                + image.apiHost()
                                + "/v2/"
                                + image.repository()
                                + "/");
    }

    /** A manifest or index as it came. */
    record Manifest(String mediaType, byte[] bytes, Optional<Digest> stated) {}

    Manifest manifest(String selector, int limit) {
        return retried(
                () -> {
                    try (RegistryHttp.Answer answer =
                            asked("manifests/" + selector, Map.of("Accept", MANIFESTS))) {
                        expect(answer, 200);
                        return new Manifest(
                                answer.header("Content-Type").orElse(""),
                                answer.body(limit),
                                answer.header("Docker-Content-Digest").flatMap(Digest::parse));
                    }
                });
    }

    byte[] blob(Digest digest, int limit) {
        return retried(
                () -> {
                    try (RegistryHttp.Answer answer = asked("blobs/" + digest, Map.of())) {
                        expect(answer, 200);
                        return answer.body(limit);
                    }
                });
    }

    /**
     * A blob's bytes from one on; a server that knows no ranges sends all, and the first are
     * dropped.
     */
    InputStream stream(Digest digest, long from) throws IOException {
        RegistryHttp.Answer answer =
                asked(
                        "blobs/" + digest,
                        from == 0 ? Map.of() : Map.of("Range", "bytes=" + from + "-"));
        boolean partial = answer.status() == 206;
        if (answer.status() != 200 && !partial) {
            try (answer) {
                throw Refusals.of(image, answer);
            }
        }
        if (partial
                && !answer.header("Content-Range").orElse("").startsWith("bytes " + from + "-")) {
            answer.close();
            throw new IOException("the registry sends another part than the one asked for");
        }
        InputStream body = answer.response().body();
        if (!partial) {
            body.skipNBytes(from);
        }
        return body;
    }

    /** A few bytes of a blob; empty when the registry does not send parts. */
    Optional<byte[]> part(Digest digest, long from, int length) {
        try (RegistryHttp.Answer answer =
                asked(
                        "blobs/" + digest,
                        Map.of("Range", "bytes=" + from + "-" + (from + length - 1)))) {
            return answer.status() == 206 ? Optional.of(answer.body(length)) : Optional.empty();
        } catch (IOException | ImageException unknown) {
            return Optional.empty();
        }
    }

    private void expect(RegistryHttp.Answer answer, int status) {
        if (answer.status() != status) {
            throw Refusals.of(image, answer);
        }
    }

    /** Asks; when the registry wants to know who, says so and asks again, once. */
    private RegistryHttp.Answer asked(String path, Map<String, String> headers) throws IOException {
        URI address = base.resolve(path);
        Optional<String> used = authorization;
        RegistryHttp.Answer answer = http.get(address, with(headers, used));
        // Who is asked by a redirect, of another host, is not told who we are.
        if (answer.status() != 401
                || !answer.address().getAuthority().equals(base.getAuthority())) {
            return answer;
        }
        List<String> wanted = answer.response().headers().allValues("WWW-Authenticate");
        Optional<Challenge> challenge = Challenge.of(wanted);
        if (challenge.isEmpty()) {
            try (answer) {
                throw Refusals.of(image, answer);
            }
        }
        Optional<String> fresh = answered(challenge.get(), address, used);
        if (fresh.isEmpty()) {
            try (answer) {
                throw Refusals.of(image, answer);
            }
        }
        answer.close();
        return http.get(address, with(headers, fresh));
    }

    /** One thread fetches a token for all. */
    private synchronized Optional<String> answered(
            Challenge challenge, URI address, Optional<String> used) throws IOException {
        if (authorization.equals(used)) {
            authorization = login.answer(challenge, address);
        }
        return authorization;
    }

    private static Map<String, String> with(
            Map<String, String> headers, Optional<String> authorization) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        authorization.ifPresent(value -> all.put("Authorization", value));
        return all;
    }

    private interface Request<T> {
        T run() throws IOException;
    }

    private <T> T retried(Request<T> request) {
        IOException last = new IOException("not tried");
        for (int i = 0; i < TRIES; i++) {
            try {
                return request.run();
            } catch (IOException failure) {
                last = failure;
                pause();
            }
        }
        throw unreachable(last);
    }

    static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    ImageException unreachable(IOException failure) {
        // The JDK's client wraps what happened, at times without a word of its own.
        Throwable root = failure;
        while (root.getMessage() == null
                && root.getCause() != null
                && !(root instanceof ConnectException)) {
            root = root.getCause();
        }
        String message = root.getMessage();
        return new ImageException(
                image.toString(),
                "the registry at "
                        + base.getAuthority()
                        + " cannot be read ("
                        + (root instanceof ConnectException
                                ? "nobody answers there"
                                : root.getClass().getSimpleName())
                        + (message == null ? "" : ": " + Names.shown(message))
                        + ")",
                "look at the host's name, the network and HTTPS_PROXY; --plain-http for one"
                        + " without TLS");
    }

    @Override
    public void close() {
        http.close();
    }
}
