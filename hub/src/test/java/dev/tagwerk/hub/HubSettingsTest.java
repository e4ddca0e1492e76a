package dev.tagwerk.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HubSettingsTest {
    @TempDir private Path folder;

    @Test
    void withoutVariablesItIsTheHub() {
        HubSettings settings = HubSettings.of(Map.of("HOME", folder.toString()));
        assertThat(settings.endpoint()).isEqualTo(URI.create("https://huggingface.co"));
        assertThat(settings.token()).isEmpty();
        assertThat(settings.offline()).isFalse();
        assertThat(settings.links()).isTrue();
        assertThat(settings.downloadTimeout()).isEqualTo(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @CsvSource({
        "HF_ENDPOINT, ftp://x",
        "HF_ENDPOINT, huggingface.co",
        "HF_ENDPOINT, https://user:word@host",
        "HF_ENDPOINT, 'https://host/ x'",
        "HF_HUB_ETAG_TIMEOUT, soon",
        "HF_HUB_DOWNLOAD_TIMEOUT, 0",
        "HF_TOKEN, 'two words'",
        "HF_TOKEN, 'ümlaut'",
    })
    void whatCannotBeIsRefusedByName(String name, String value) {
        assertThatThrownBy(() -> HubSettings.of(Map.of("HOME", folder.toString(), name, value)))
                .isInstanceOf(HubException.class)
                .hasMessageContaining(name)
                .satisfies(
                        refusal -> {
                            if (name.equals("HF_TOKEN")) {
                                assertThat(refusal).hasMessageNotContaining(value);
                            }
                        });
    }

    @Test
    void onlyTheHubItselfIsTheHub() {
        HubSettings settings =
                HubSettings.of(
                        Map.of("HOME", folder.toString(), "HF_ENDPOINT", "https://hub.example/"));
        assertThat(settings.isHub(URI.create("https://HUB.example:443/a"))).isTrue();
        assertThat(settings.isHub(URI.create("http://hub.example/a"))).isFalse();
        assertThat(settings.isHub(URI.create("https://hub.example:8443/a"))).isFalse();
        assertThat(settings.isHub(URI.create("https://hub.example.org/a"))).isFalse();
        assertThat(settings.isHub(URI.create("https://evil@hub.example.org/a"))).isFalse();
    }

    @Test
    void aProxyIsAskedUnlessTheHostIsExcepted() throws IOException {
        FakeRepository repository = FakeRepository.tiny("org/tiny");
        try (FakeHub proxy = new FakeHub().with(repository)) {
            Pulls pulls =
                    new Pulls(proxy, folder)
                            .with("HF_ENDPOINT", "http://hub.invalid")
                            .with("http_proxy", proxy.address())
                            .with("NO_PROXY", "localhost,127.0.0.1");
            assertThat(pulls.pull("org/tiny").files()).isEqualTo(9);
            assertThat(proxy.seen()).allMatch(r -> r.header("Host").startsWith("hub.invalid"));
        }
    }
}
