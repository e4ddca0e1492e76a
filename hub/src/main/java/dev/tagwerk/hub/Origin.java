package dev.tagwerk.hub;

import java.net.URI;
import java.util.Locale;

/** Who answers at an address (RFC 6454). */
record Origin(String scheme, String host, int port) {
    static Origin of(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
        int port = uri.getPort() >= 0 ? uri.getPort() : scheme.equals("https") ? 443 : 80;
        return new Origin(scheme, host, port);
    }
}
