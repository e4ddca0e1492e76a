package dev.tagwerk.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hub behind a certificate that nobody knows. */
class TrustedRootsTest {
    private static final char[] WORD = "changeit".toCharArray();
    @TempDir private Path folder;

    private void keytool(String... arguments) throws Exception {
        List<String> command =
                new java.util.ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString()));
        command.addAll(List.of(arguments));
        command.addAll(
                List.of(
                        "-keystore",
                        folder.resolve("keys").toString(),
                        "-storepass",
                        "changeit",
                        "-alias",
                        "hub"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said =
                new String(
                        process.getInputStream().readAllBytes(),
                        java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private HttpsServer server() throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(folder.resolve("keys"))) {
            keys.load(in, WORD);
        }
        KeyManagerFactory own =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, WORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), null, null);
        HttpsServer server =
                HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext(
                "/",
                exchange -> {
                    exchange.sendResponseHeaders(404, -1);
                    exchange.close();
                });
        server.start();
        return server;
    }

    @Test
    void aFileOfRootsIsTrustedInsteadOfJavas() throws Exception {
        keytool(
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=hub",
                "-ext",
                "san=ip:127.0.0.1,dns:localhost",
                "-validity",
                "2");
        keytool("-exportcert", "-rfc", "-file", folder.resolve("roots.pem").toString());
        HttpsServer server = server();
        try (FakeHub unused = new FakeHub()) {
            Pulls pulls =
                    new Pulls(unused, folder.resolve("cache"))
                            .with(
                                    "HF_ENDPOINT",
                                    "https://127.0.0.1:" + server.getAddress().getPort());
            HubException unknown =
                    catchThrowableOfType(HubException.class, () -> pulls.plan("org/tiny"));
            assertThat(unknown.what()).contains("no secure connection");
            assertThat(unknown.next()).contains("SSL_CERT_FILE");
            pulls.with("SSL_CERT_FILE", folder.resolve("roots.pem").toString());
            // the server answers, and has nothing
            HubException absent =
                    catchThrowableOfType(HubException.class, () -> pulls.plan("org/tiny"));
            assertThat(absent.what()).contains("has no repository org/tiny");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aFileWithoutCertificatesIsRefused() throws Exception {
        try (FakeHub hub = new FakeHub()) {
            Path empty = Files.writeString(folder.resolve("empty.pem"), "");
            Pulls pulls = new Pulls(hub, folder).with("REQUESTS_CA_BUNDLE", empty.toString());
            HubException refusal =
                    catchThrowableOfType(HubException.class, () -> pulls.plan("org/tiny"));
            assertThat(refusal.what()).contains("REQUESTS_CA_BUNDLE=" + empty);
        }
    }
}
