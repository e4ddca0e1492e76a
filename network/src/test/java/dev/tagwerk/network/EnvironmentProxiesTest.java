package dev.tagwerk.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvironmentProxiesTest {
    private static final URI THERE = URI.create("https://prices.example.org/x");

    private static EnvironmentProxies of(Map<String, String> environment) {
        return new EnvironmentProxies(environment, () -> new IllegalStateException("unusable"));
    }

    private static String asked(Map<String, String> environment) {
        Proxy proxy = of(environment).select(THERE).getFirst();
        return proxy.address() instanceof InetSocketAddress address
                ? address.getHostString() + ":" + address.getPort()
                : "none";
    }

    @ParameterizedTest
    @CsvSource({
        "HTTPS_PROXY, http://proxy:3128, proxy:3128",
        "https_proxy, proxy:3128, proxy:3128",
        "ALL_PROXY, http://proxy, proxy:80",
        "HTTP_PROXY, http://proxy:3128, none",
        "OTHER, x, none",
    })
    void theEnvironmentNamesIt(String name, String value, String asked) {
        assertThat(asked(Map.of(name, value))).isEqualTo(asked);
    }

    @ParameterizedTest
    @CsvSource({
        "prices.example.org, none",
        "example.org, none",
        ".example.org, none",
        "*.example.org, none",
        "'a,EXAMPLE.org:443', none",
        "*, none",
        "ample.org, proxy:1",
        "'', proxy:1",
    })
    void someHostsAreExcepted(String exceptions, String asked) {
        assertThat(asked(Map.of("HTTPS_PROXY", "http://proxy:1", "NO_PROXY", exceptions)))
                .isEqualTo(asked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://proxy:1",
                "socks5://proxy:1",
                "http://user:word@proxy:1",
                "http://"
            })
    void othersAreRefusedInTheWordsOfWhoAsks(String proxy) {
        assertThatThrownBy(() -> of(Map.of("HTTPS_PROXY", proxy)).select(THERE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("unusable");
    }

    @Test
    void smallLettersGoFirst() {
        assertThat(asked(Map.of("https_proxy", "a:1", "HTTPS_PROXY", "b:2"))).isEqualTo("a:1");
    }
}
