package dev.tagwerk.hub;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a server answered.
 *
 * @param uri who was asked last
 * @param elsewhere a redirect that was not followed
 * @param body small bodies only; those of blobs go to disk
 */
record Answer(URI uri, int status, HttpHeaders headers, byte[] body, Optional<URI> elsewhere) {
    Optional<String> header(String name) {
        return headers.firstValue(name);
    }

    /** A header that counts bytes; empty when it is missing or no count. */
    static OptionalLong count(HttpHeaders headers, String name) {
        String text = headers.firstValue(name).orElse("").strip();
        return text.matches("[0-9]{1,18}")
                ? OptionalLong.of(Long.parseLong(text))
                : OptionalLong.empty();
    }

    /** An entity tag without its quotes; weak ones too, as the hub's client reads them. */
    static Optional<String> etag(HttpHeaders headers, String name) {
        return headers.firstValue(name)
                .map(text -> text.strip().replaceFirst("^W/", "").replaceAll("^\"|\"$", ""));
    }

    boolean good() {
        return status == 200 || status == 206;
    }
}
