package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.model.Libtorch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelsTest {
    @TempDir Path folder;

    private static Kernels.Choice choose(Map<String, Map<Integer, Double>> rates, int cores)
            throws IOException {
        return Kernels.choose(
                List.of("Cooperlake", "SkylakeX", "Haswell"),
                cores,
                (family, threads) -> rates.getOrDefault(family, Map.of()));
    }

    @Test
    void theExpectedFamilyStaysUnlessAnotherIsClearlyFaster() throws IOException {
        assertThat(
                        choose(
                                Map.of(
                                        "Cooperlake", Map.of(1, 60.0, 2, 100.0),
                                        "SkylakeX", Map.of(1, 60.0, 2, 104.0)),
                                2))
                .isEqualTo(new Kernels.Choice("Cooperlake", 2, 100));
        assertThat(
                        choose(
                                Map.of(
                                        "Cooperlake", Map.of(1, 60.0, 2, 100.0),
                                        "Haswell", Map.of(1, 60.0, 2, 120.0)),
                                2))
                .isEqualTo(new Kernels.Choice("Haswell", 2, 120));
    }

    @Test
    void coresThatShareAnArithmeticUnitAreNotBothUsed() throws IOException {
        assertThat(choose(Map.of("Cooperlake", Map.of(4, 400.0, 8, 350.0)), 8).threads())
                .isEqualTo(4);
        assertThat(choose(Map.of("Cooperlake", Map.of(4, 400.0, 8, 390.0)), 8).threads())
                .isEqualTo(8);
    }

    @Test
    void aFamilyThatDoesNotRunHereIsPassedOver() throws IOException {
        assertThat(choose(Map.of("Haswell", Map.of(1, 50.0)), 1).coreType()).isEqualTo("Haswell");
        assertThatThrownBy(() -> choose(Map.of(), 1)).isInstanceOf(IOException.class);
    }

    @Test
    void isRememberedForThisMachineOnly() throws IOException {
        Path file = folder.resolve("kernels.properties");
        var choice = new Kernels.Choice(Libtorch.coreTypes().getFirst(), 1, 99.5);
        Kernels.write(file, "here", choice);
        assertThat(Kernels.read(file, "here")).contains(choice);
        assertThat(Kernels.read(file, "elsewhere")).isEmpty();
        Files.writeString(file, "machine=here\nthreads=many\n\\u00");
        assertThat(Kernels.read(file, "here")).isEmpty();
        Kernels.write(file, "here", new Kernels.Choice("; rm -rf", 1, 1));
        assertThat(Kernels.read(file, "here")).isEmpty();
        assertThat(Kernels.read(folder.resolve("none"), "here")).isEmpty();
    }
}
