package dev.tagwerk.hub;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Whose certificates are trusted: Java's own, or those of the file that the environment names, as
 * OpenSSL and Python's HTTP libraries do it.
 */
final class TrustedRoots {
    private static final String[] NAMES = {"SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"};

    private TrustedRoots() {}

    static SSLContext context(Map<String, String> environment) {
        try {
            for (String name : NAMES) {
                String file = environment.getOrDefault(name, "");
                if (!file.isEmpty()) {
                    return of(name, file);
                }
            }
            return SSLContext.getDefault();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java runtime speaks TLS", impossible);
        }
    }

    private static SSLContext of(String name, String file) throws GeneralSecurityException {
        KeyStore roots = KeyStore.getInstance(KeyStore.getDefaultType());
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            roots.load(null, null);
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            int count = 0;
            for (Certificate certificate : certificates) {
                roots.setCertificateEntry("root" + count++, certificate);
            }
            if (count == 0) {
                throw unusable(name, file, "it holds no certificate");
            }
        } catch (IOException | InvalidPathException | GeneralSecurityException unreadable) {
            throw unusable(name, file, String.valueOf(unreadable.getMessage()));
        }
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(roots);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static HubException unusable(String name, String file, String why) {
        return new HubException(
                name + "=" + Shown.text(file) + " cannot be used.",
                Shown.text(why) + ".",
                "name a PEM file with root certificates, or unset " + name);
    }
}
