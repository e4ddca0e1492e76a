package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryTest {
    private static final Tar LAYER = new Tar().program("usr/bin/gcc").file("a", "1");
    private static final TestImage IMAGE =
            new TestImage()
                    .settings("{'Entrypoint':['tini','--'],'Env':['PATH=/usr/bin']}")
                    .layer(LAYER)
                    .layer(new Tar().whiteout("a").file("b", "2"));

    @TempDir private Path folder;
    private FakeRegistry registry;

    @BeforeEach
    void start() throws IOException {
        registry = new FakeRegistry().with("1", IMAGE);
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private static void holds(ImageReport report) {
        assertThat(report.config().entrypoint()).containsExactly("tini", "--");
        assertThat(report.files().complete()).isTrue();
        assertThat(report.files().find("/a")).isEmpty();
        assertThat(report.software().compiler()).isPresent();
        assertThat(report.layers()).allMatch(LayerFacts::verified);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private Map<String, String> config(String json) throws IOException {
        Path file = Files.createDirectories(folder.resolve("docker")).resolve("config.json");
        Files.writeString(file, json.replace('\'', '"'));
        return Map.of(
                "DOCKER_CONFIG", file.getParent().toString(), "PATH", folder + ":/usr/bin:/bin");
    }

    @Test
    void anImageIsReadByTagAndByDigest() {
        ImageReport report = registry.inspect(":1");
        holds(report);
        Digest digest = Digest.sha256(IMAGE.manifest());
        assertThat(report.digest()).contains(digest);
        assertThat(report.reference())
                .isEqualTo(registry.host() + "/" + FakeRegistry.REPOSITORY + ":1");
        holds(registry.inspect("@" + digest));
        holds(registry.inspect(":moved@" + digest));
    }

    @Test
    void anIndexLeadsToThePlatform() {
        registry.withManifest(
                "both",
                TestImage.index(
                        TestImage.descriptor(
                                TestImage.MANIFEST,
                                TestImage.utf8("{}"),
                                TestImage.platform("arm64")),
                        TestImage.descriptor(
                                TestImage.MANIFEST,
                                IMAGE.manifest(),
                                TestImage.platform("amd64"))));
        ImageReport report = registry.inspect(":both");
        holds(report);
        assertThat(report.offered()).hasSize(2);
    }

    @Test
    void aTokenIsFetchedWhereTheRegistrySays() {
        registry.wanting(
                "Bearer let-me-in",
                "Bearer realm=\"http://%s/token\",service=\"reg,istry\",scope=\"repository:team/trainer:pull\""
                        .formatted(registry.host()));
        registry.fault(
                "/token",
                exchange ->
                        FakeRegistry.send(exchange, 200, "{\"token\":\"let-me-in\"}".getBytes()));
        holds(registry.inspect(":1"));
        assertThat(registry.seen().stream().filter(one -> one.path().startsWith("/token")))
                .singleElement()
                .satisfies(
                        one -> {
                            assertThat(one.path())
                                    .contains("service=reg%2Cistry")
                                    .contains("scope=repository%3Ateam%2Ftrainer%3Apull");
                            assertThat(one.header("Authorization")).isEmpty();
                        });
    }

    @Test
    void thePasswordOfDockerLoginGoesToTheTokenServer() throws IOException {
        registry.wanting("Bearer t", "Bearer realm=\"http://%s/token\"".formatted(registry.host()));
        registry.fault(
                "/token",
                exchange ->
                        FakeRegistry.send(
                                exchange,
                                exchange.getRequestHeaders()
                                                .getFirst("Authorization")
                                                .equals("Basic " + base64("me:secret"))
                                        ? 200
                                        : 403,
                                "{\"access_token\":\"t\"}".getBytes()));
        String auths = "{'auths':{'http://%s/v2/':{'auth':'%s'}}}";
        holds(
                registry.inspect(
                        ":1",
                        InspectionLimits.remote(),
                        config(auths.formatted(registry.host(), base64("me:secret")))));
        assertThatThrownBy(
                        () ->
                                registry.inspect(
                                        ":1",
                                        InspectionLimits.remote(),
                                        config(auths.formatted(registry.host(), base64("me:old")))))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("docker login " + registry.host());
    }

    @Test
    void basicAndIdentityTokensAndHelpersWork() throws IOException {
        registry.wanting("Basic " + base64("me:pw"), "Basic realm=\"x\"");
        holds(
                registry.inspect(
                        ":1",
                        InspectionLimits.remote(),
                        config(
                                "{'auths':{'%s/team':{'username':'me','password':'pw'}}}"
                                        .formatted(registry.host()))));
        Path helper = folder.resolve("docker-credential-test");
        Files.writeString(
                helper,
                """
                #!/bin/sh
                read -r server
                [ "$1 $server" = "get %s" ] && echo '{"Username":"me","Secret":"pw"}'
                """
                        .formatted(registry.host()));
        assertThat(helper.toFile().setExecutable(true)).isTrue();
        for (String how : new String[] {"'credsStore':'test'", "'credHelpers':{'%s':'test'}"}) {
            holds(
                    registry.inspect(
                            ":1",
                            InspectionLimits.remote(),
                            config("{" + how.formatted(registry.host()) + "}")));
        }
        registry.wanting("Bearer t", "Bearer realm=\"http://%s/token\"".formatted(registry.host()));
        registry.fault(
                "/token",
                exchange -> {
                    String form = new String(exchange.getRequestBody().readAllBytes());
                    boolean right =
                            exchange.getRequestMethod().equals("POST")
                                    && form.contains("refresh_token=long%2Blived");
                    FakeRegistry.send(
                            exchange, right ? 200 : 400, "{\"access_token\":\"t\"}".getBytes());
                });
        holds(
                registry.inspect(
                        ":1",
                        InspectionLimits.remote(),
                        config(
                                "{'auths':{'%s':{'identitytoken':'long+lived'}}}"
                                        .formatted(registry.host()))));
    }

    @Test
    void aRedirectIsFollowedWithoutTheAuthorization() throws IOException {
        try (FakeRegistry blobs = new FakeRegistry().with("1", IMAGE)) {
            String elsewhere = "http://localhost:" + blobs.host().split(":")[1];
            registry.wanting("Basic " + base64("me:pw"), "Basic");
            registry.fault(
                    "/blobs/",
                    exchange ->
                            FakeRegistry.redirect(exchange, elsewhere + exchange.getRequestURI()));
            holds(
                    registry.inspect(
                            ":1",
                            InspectionLimits.remote(),
                            config(
                                    "{'auths':{'%s':{'auth':'%s'}}}"
                                            .formatted(registry.host(), base64("me:pw")))));
            assertThat(blobs.seen()).hasSize(3);
            assertThat(blobs.seen()).allMatch(one -> one.header("Authorization").isEmpty());
        }
    }

    @Test
    void whomARedirectLeadsToIsNotToldWhoWeAre() throws IOException {
        try (FakeRegistry stranger =
                new FakeRegistry().wanting("Basic none", "Basic realm=\"give it to me\"")) {
            String elsewhere = "http://localhost:" + stranger.host().split(":")[1];
            registry.fault(
                    "/blobs/",
                    exchange ->
                            FakeRegistry.redirect(exchange, elsewhere + exchange.getRequestURI()));
            assertThatThrownBy(
                            () ->
                                    registry.inspect(
                                            ":1",
                                            InspectionLimits.remote(),
                                            config(
                                                    "{'auths':{'%s':{'auth':'%s'},'localhost:1':{'auth':'%s'}}}"
                                                            .formatted(
                                                                    registry.host(),
                                                                    base64("me:pw"),
                                                                    base64("me:pw")))))
                    .isInstanceOf(ImageException.class)
                    .hasMessageContaining("401");
            assertThat(stranger.seen()).allMatch(one -> one.header("Authorization").isEmpty());
        }
    }

    @Test
    void ofALayerOverTheLimitOnlyTheLastBytesAreFetched() {
        InspectionLimits small =
                InspectionLimits.remote().withLayerBytes(IMAGE.layers().get(1).length);
        assertThat(IMAGE.layers().getFirst().length).isGreaterThan((int) small.layerBytes());
        ImageReport report = registry.inspect(":1", small, Map.of());
        LayerFacts left = report.layers().getFirst();
        assertThat(left.looked()).isFalse();
        assertThat(left.unpackedBytes()).isEqualTo(OptionalLong.of(LAYER.bytes().length));
        assertThat(left.unpackedExact()).isFalse();
        String path = "/v2/team/trainer/blobs/" + Digest.sha256(IMAGE.layers().getFirst());
        assertThat(registry.seen().stream().filter(one -> one.path().equals(path)))
                .singleElement()
                .satisfies(one -> assertThat(one.header("Range")).startsWith("bytes="));
    }
}
