package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealRegistryTest {
    @TempDir private Path folder;

    @Test
    void anImageThatWasPushedIsReadBack() throws IOException, InterruptedException {
        try (RealRegistry registry = RealRegistry.start(folder, "")) {
            TestImage image =
                    new TestImage()
                            .settings("{'Entrypoint':['tini','--']}")
                            .layer(new Tar().program("usr/bin/gcc").file("etc/x", "x"))
                            .layer(new Tar().file("big", 0644, new byte[3_000_000]));
            registry.push("1", image);
            RegistryAccess access = RegistryAccess.of(Map.of(), false);
            ImageSource source = new ImageSource.Registry(registry.reference(":1"), access);
            ImageReport report =
                    ImageInspection.of(source, InspectionLimits.remote(), LayerCache.none());
            assertThat(report.config().entrypoint()).containsExactly("tini", "--");
            assertThat(report.digest()).contains(Digest.sha256(image.manifest()));
            assertThat(report.layers()).allMatch(LayerFacts::verified);
            assertThat(report.files().find("/big").orElseThrow().size()).isEqualTo(3_000_000);
            ImageReport partly =
                    ImageInspection.of(
                            source,
                            InspectionLimits.remote().withLayerBytes(500),
                            LayerCache.none());
            assertThat(partly.layers().getLast().looked()).isFalse();
            assertThat(partly.layers().getLast().unpackedBytes())
                    .isEqualTo(report.layers().getLast().unpackedBytes());
        }
    }
}
