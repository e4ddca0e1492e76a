package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.modelfiles.ModelConfig;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The comparison of every architecture sees what is peculiar to it: each fault, planted in the
 * configuration as read or in the weights, exceeds the tolerance by far where the same path without
 * it stays below.
 */
class ArchitectureFaultsTest {
    private static final double TOLERANCE = 1e-5;
    // The two GELUs differ by 5e-4 at most, so planting one for the other shows least.
    private static final double FAR = 10;

    @TempDir Path temporary;

    @ParameterizedTest
    @EnumSource
    void aPlantedFaultIsSeen(ArchitectureFault fault) throws IOException {
        ArchitectureCase one = ArchitectureCase.open(fault.architecture(), temporary);
        Placement cpu = Placement.cpu(Precision.FP32, 1);
        ModelConfig config = one.folder().config();
        double without = one.distance(config, cpu);
        fault.plantInWeights(one.model().resolve("model.safetensors"));
        double with = one.distance(fault.planted(config), cpu);
        System.out.printf("%s: %.1e without, %.1e with%n", fault, without, with);
        assertThat(without).isLessThan(TOLERANCE);
        assertThat(with).isGreaterThan(FAR * TOLERANCE);
    }
}
