package dev.tagwerk.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Proxies as everything else on a server finds them: {@code HTTPS_PROXY}, {@code HTTP_PROXY},
 * {@code ALL_PROXY}, {@code NO_PROXY}, in either case. The JVM by itself looks at none of them.
 */
public final class EnvironmentProxies extends ProxySelector {
    private final Map<String, String> environment;
    private final Supplier<? extends RuntimeException> unusable;

    /**
     * @param unusable what to throw where the environment names a proxy that is not of the form
     *     {@code http://host:port}, without a password
     */
    public EnvironmentProxies(
            Map<String, String> environment, Supplier<? extends RuntimeException> unusable) {
        this.environment = Map.copyOf(environment);
        this.unusable = unusable;
    }

    @Override
    public List<Proxy> select(URI uri) {
        String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
        String address = value(uri.getScheme() + "_proxy");
        if (address.isEmpty()) {
            address = value("all_proxy");
        }
        if (address.isEmpty() || excepted(host)) {
            return List.of(Proxy.NO_PROXY);
        }
        URI proxy = proxy(address);
        int port = proxy.getPort() >= 0 ? proxy.getPort() : 80;
        return List.of(new Proxy(Proxy.Type.HTTP, new InetSocketAddress(proxy.getHost(), port)));
    }

    private URI proxy(String address) {
        try {
            URI uri = URI.create(address.contains("://") ? address : "http://" + address);
            if ("http".equals(uri.getScheme())
                    && uri.getHost() != null
                    && uri.getUserInfo() == null) {
                return uri;
            }
        } catch (IllegalArgumentException malformed) {
            // said below
        }
        throw unusable.get();
    }

    private boolean excepted(String host) {
        for (String entry : value("no_proxy").toLowerCase(Locale.ROOT).split(",")) {
            String name = entry.strip().replaceFirst("^\\*?\\.", "").replaceFirst(":\\d+$", "");
            if (entry.strip().equals("*")
                    || (!name.isEmpty() && (host.equals(name) || host.endsWith("." + name)))) {
                return true;
            }
        }
        return false;
    }

    private String value(String name) {
        String lower = environment.getOrDefault(name, "");
        return lower.isEmpty()
                ? environment.getOrDefault(name.toUpperCase(Locale.ROOT), "").strip()
                : lower.strip();
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {
        // the request fails with the same reason, and says so
    }
}
