package dev.tagwerk.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HubHttpTest {
    private static HubHttp.Ask ask(TinyServer server, Duration longest) {
        return new HubHttp.Ask(
                "GET",
                URI.create(server.address() + "/"),
                Map.of(),
                Duration.ofSeconds(5),
                longest,
                false,
                new Cancellation());
    }

    @Test
    void anAnswerThatNeverEndsIsNotWaitedFor() throws Exception {
        Map<String, String> nothing = Map.of("HOME", "/nonexistent");
        try (TinyServer server =
                        new TinyServer(
                                request ->
                                        TinyServer.Response.of(200, new byte[10_000])
                                                .dripping(1, 20));
                HubHttp http = new HubHttp(HubSettings.of(nothing), nothing)) {
            long start = System.nanoTime();
            assertThatThrownBy(
                            () ->
                                    http.send(
                                            ask(server, Duration.ofMillis(500)),
                                            (head, activity) ->
                                                    new TextBody(activity, 1 << 20, false)))
                    .isInstanceOf(HttpTimeoutException.class)
                    .hasMessageContaining("not complete");
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isLessThan(Duration.ofSeconds(60));
        }
    }

    @Test
    void anAnswerThatIsTooLargeIsRefused() throws Exception {
        Map<String, String> nothing = Map.of("HOME", "/nonexistent");
        try (TinyServer server =
                        new TinyServer(request -> TinyServer.Response.of(200, new byte[10_000]));
                HubHttp http = new HubHttp(HubSettings.of(nothing), nothing)) {
            assertThatThrownBy(
                            () ->
                                    http.send(
                                            ask(server, Duration.ofSeconds(60)),
                                            (head, activity) -> new TextBody(activity, 999, false)))
                    .hasMessageContaining("larger than 999 bytes");
        }
    }
}
