package dev.tagwerk.images;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** Answers a registry's challenge: with a password, or with a token from where it sends us. */
final class RegistryLogin {
    private static final int TOKEN_LIMIT = 1 << 20;

    private final RegistryHttp http;
    private final ImageReference image;
    private final DockerCredentials credentials;

    RegistryLogin(RegistryHttp http, ImageReference image, DockerCredentials credentials) {
        this.http = http;
        this.image = image;
        this.credentials = credentials;
    }

    /** The header to ask again with; empty when there is nothing to answer with. */
    Optional<String> answer(Challenge challenge, URI asked) throws IOException {
        Credential credential = credentials.find(image);
        if (challenge.scheme().equals("basic")) {
            return credential instanceof Credential.Password password
                    ? Optional.of(password.header())
                    : Optional.empty();
        }
        return switch (credential) {
            case Credential.Bearer bearer -> Optional.of("Bearer " + bearer.token());
            case Credential.Password password ->
                    Optional.of(token(challenge, asked, Optional.of(password)));
            case Credential.None none -> Optional.of(token(challenge, asked, Optional.empty()));
            case Credential.Refresh refresh -> Optional.of(refreshed(challenge, asked, refresh));
        };
    }

    private String token(Challenge challenge, URI asked, Optional<Credential.Password> password)
            throws IOException {
        URI realm = realm(challenge, asked);
        String separator = realm.getRawQuery() == null ? "?" : "&";
        String service = challenge.parameter("service");
        URI address =
                URI.create(
                        realm
                                + separator
                                + (service.isEmpty() ? "" : "service=" + encoded(service) + "&")
                                + "scope="
                                + encoded(scope(challenge)));
        Map<String, String> headers =
                password.map(one -> Map.of("Authorization", one.header())).orElse(Map.of());
        try (RegistryHttp.Answer answer = http.get(address, headers)) {
            return token(answer);
        }
    }

    /** OAuth 2 as Docker's token servers and Azure's speak it. */
    private String refreshed(Challenge challenge, URI asked, Credential.Refresh refresh)
            throws IOException {
        String form =
                "grant_type=refresh_token&client_id=tagwerk&service="
                        + encoded(challenge.parameter("service"))
                        + "&scope="
                        + encoded(scope(challenge))
                        + "&refresh_token="
                        + encoded(refresh.token());
        try (RegistryHttp.Answer answer = http.post(realm(challenge, asked), form)) {
            return token(answer);
        }
    }

    private String scope(Challenge challenge) {
        String scope = challenge.parameter("scope");
        return scope.isEmpty() ? "repository:" + image.repository() + ":pull" : scope;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /**
     * Where tokens are given out; a password goes there, so never over plain HTTP from a TLS
     * registry.
     */
    private URI realm(Challenge challenge, URI asked) {
        String realm = challenge.parameter("realm");
        try {
            URI address = URI.create(realm);
            boolean plain = "http".equals(address.getScheme()) && "http".equals(asked.getScheme());
            if (address.getHost() != null
                    && address.getUserInfo() == null
                    && ("https".equals(address.getScheme()) || plain)) {
                return address;
            }
        } catch (IllegalArgumentException malformed) {
            // said below
        }
        throw new ImageException(
                image.toString(),
                "the registry wants a token from `"
                        + Names.shown(realm)
                        + "`, which is not asked: no https address",
                "");
    }

    private String token(RegistryHttp.Answer answer) throws IOException {
        if (answer.status() != 200) {
            throw Refusals.of(image, answer);
        }
        JsonNode node = Documents.object(answer.body(TOKEN_LIMIT), place(answer));
        String token = Documents.text(node, "token");
        String given = token.isEmpty() ? Documents.text(node, "access_token") : token;
        // Whatever else is in it would become part of a header.
        if (!given.matches("[\\x21-\\x7e]+")) {
            throw Documents.broken(place(answer), "the answer holds no token");
        }
        return "Bearer " + given;
    }

    private static String place(RegistryHttp.Answer answer) {
        return answer.address().getHost();
    }
}
