package dev.tagwerk.images;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives tokens that the distribution project's registry takes (its token specification): signed
 * with a key whose certificate the registry is told, for whoever knows the password.
 */
final class TokenServer implements AutoCloseable {
    private static final String PASSWORD = "changeit";
    private static final Base64.Encoder URL = Base64.getUrlEncoder().withoutPadding();

    private final HttpServer server;
    private final PrivateKey key;
    private final byte[] certificate;
    private final Path pem;
    private final String wanted;
    private final AtomicInteger given = new AtomicInteger();

    TokenServer(Path folder, String login)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path store = folder.resolve("keys.p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                                "-genkeypair",
                                "-alias",
                                "tokens",
                                "-keyalg",
                                "RSA",
                                "-dname",
                                "CN=tokens",
                                "-validity",
                                "30",
                                "-keystore",
                                store.toString(),
                                "-storepass",
                                PASSWORD)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("keytool.log").toFile())
                        .start();
        if (keytool.waitFor() != 0) {
            throw new IOException(Files.readString(folder.resolve("keytool.log")));
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        key = (PrivateKey) keys.getKey("tokens", PASSWORD.toCharArray());
        certificate = keys.getCertificate("tokens").getEncoded();
        pem =
                Files.writeString(
                        folder.resolve("tokens.pem"),
                        "-----BEGIN CERTIFICATE-----\n"
                                + Base64.getMimeEncoder().encodeToString(certificate)
                                + "\n-----END CERTIFICATE-----\n");
        wanted = "Basic " + Base64.getEncoder().encodeToString(login.getBytes());
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/token", this::handle);
        server.start();
    }

    /** What the registry must be told. */
    String settings() {
        return """
        auth:
          token:
            realm: http://127.0.0.1:%d/token
            service: images
            issuer: tokens
            rootcertbundle: %s
        """
                .formatted(server.getAddress().getPort(), pem);
    }

    int given() {
        return given.get();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!wanted.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                FakeRegistry.send(exchange, 401, "{\"errors\":[]}".getBytes());
                return;
            }
            given.incrementAndGet();
            String answer = "{\"token\":\"" + token() + "\"}";
            FakeRegistry.send(exchange, 200, answer.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IOException(impossible);
        }
    }

    private String token() throws GeneralSecurityException {
        String header =
                "{\"typ\":\"JWT\",\"alg\":\"RS256\",\"x5c\":[\""
                        + Base64.getEncoder().encodeToString(certificate)
                        + "\"]}";
        long now = Instant.now().getEpochSecond();
        String claims =
                """
                {"iss":"tokens","sub":"me","aud":"images","exp":%d,"nbf":%d,"iat":%d,"jti":"1",
                "access":[{"type":"repository","name":"%s","actions":["pull"]}]}"""
                        .formatted(now + 300, now - 60, now, RealRegistry.REPOSITORY);
        String signed = encoded(header.getBytes()) + "." + encoded(claims.getBytes());
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(key);
        signature.update(signed.getBytes());
        return signed + "." + encoded(signature.sign());
    }

    private static String encoded(byte[] bytes) {
        return URL.encodeToString(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
