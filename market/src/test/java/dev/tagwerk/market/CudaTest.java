package dev.tagwerk.market;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CudaTest {
    private static final ComputeCapability VOLTA = new ComputeCapability(7, 0);
    private static final ComputeCapability TURING = new ComputeCapability(7, 5);
    private static final ComputeCapability ADA = new ComputeCapability(8, 9);

    @ParameterizedTest
    @CsvSource({
        "11.8, 450.80.02",
        "12.1.1, 525",
        "cu128, 525",
        "13.0, 580",
        "13.2, 580",
        "cu132, 580"
    })
    void theDriverThatACudaNeeds(String cuda, String driver) {
        assertThat(Cuda.runtime(CudaVersion.parse(cuda).orElseThrow()))
                .map(runtime -> runtime.minimumDriver().toString())
                .contains(driver);
    }

    @Test
    void anUnknownCudaIsUnknown() {
        assertThat(Cuda.runtime(new CudaVersion(14, 0))).isEmpty();
        assertThat(CudaVersion.parse("latest")).isEmpty();
    }

    @Test
    void driversCompareAsNumbers() {
        DriverVersion seen = DriverVersion.parse("580.159.04").orElseThrow();
        assertThat(seen).isGreaterThan(DriverVersion.parse("580.65.06").orElseThrow());
        assertThat(seen).isGreaterThan(DriverVersion.parse("570").orElseThrow());
        assertThat(seen).hasToString("580.159.04");
        assertThat(Cuda.newestFor(DriverVersion.parse("570.86.10").orElseThrow()))
                .contains(new CudaVersion(12, 9));
    }

    @Test
    void theDriverOfAServiceIsTheOneSeenOrUnknown() {
        Gpu t4 = Gpus.find("T4").orElseThrow();
        DriverSeen seen = Cuda.driverOf("azure-container-apps", t4).orElseThrow();
        assertThat(seen.driver()).hasToString("580.159.04");
        assertThat(seen.provenance().date()).isEqualTo("2026-08-26");
        assertThat(Cuda.driverOf("azure-container-apps", Gpus.find("A100").orElseThrow()))
                .isEmpty();
        assertThat(Cuda.driverOf("ovh-ai", t4)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2.10.0+cu128, cu128",
        "2.10.0, cu128",
        "2.12.1, cu130",
        "2.5.1+cu124, cu124",
        "2.4.0, cu121",
        "2.7.0+cu126, cu126",
    })
    void theBuildOfAVersion(String version, String tag) {
        assertThat(TorchBuilds.find(version)).map(TorchBuild::tag).contains(tag);
    }

    @Test
    void buildsThatAreNotKnown() {
        assertThat(TorchBuilds.find("2.10.0+cpu")).isEmpty();
        assertThat(TorchBuilds.find("2.10.0+rocm7.1")).isEmpty();
        assertThat(TorchBuilds.find("1.8.0")).isEmpty();
        assertThat(TorchBuilds.find("3.0")).isEmpty();
        assertThat(TorchBuilds.find("2.10.0+cu999")).isEmpty();
    }

    @Test
    void kernelsForVoltaAreNotInEveryBuild() {
        assertThat(TorchBuilds.find("2.12.0").orElseThrow().runsOn(VOLTA)).isFalse();
        assertThat(TorchBuilds.find("2.12.0+cu126").orElseThrow().runsOn(VOLTA)).isTrue();
        assertThat(TorchBuilds.find("2.7.0+cu128").orElseThrow().runsOn(VOLTA)).isFalse();
        assertThat(TorchBuilds.find("2.12.0").orElseThrow().runsOn(TURING)).isTrue();
    }

    @Test
    void compiledCodeRunsOnALaterMinorAndPtxOnALaterMajor() {
        TorchBuild cu126 = TorchBuilds.find("2.10.0+cu126").orElseThrow();
        assertThat(cu126.runsOn(ADA)).isTrue();
        assertThat(cu126.runsOn(new ComputeCapability(12, 0))).isFalse();
        TorchBuild cu130 = TorchBuilds.find("2.12.0+cu130").orElseThrow();
        assertThat(cu130.runsOn(new ComputeCapability(10, 3))).isTrue();
        assertThat(cu130.runsOn(new ComputeCapability(13, 0))).isTrue();
    }

    @Test
    void everyBuildHasADriverAndEveryVersionADefault() {
        for (TorchBuild build : TorchBuilds.all()) {
            assertThat(build.runtime()).as(build.tag()).isPresent();
        }
        for (int minor = 1; minor <= 14; minor++) {
            TorchVersion version = new TorchVersion(2, minor);
            assertThat(TorchBuilds.of(version).stream().filter(TorchBuild::byDefault))
                    .as("default of %s", version)
                    .hasSize(1);
            assertThat(TorchBuilds.of(version)).extracting(TorchBuild::tag).doesNotHaveDuplicates();
        }
    }
}
