package dev.tagwerk.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachinesTest {
    @Test
    void theProfileWithAT4() {
        Machine profile =
                Machines.find("azure-container-apps", "consumption-gpu-nc8as-t4").orElseThrow();
        assertThat(profile.vcpus()).isEqualTo(8);
        assertThat(profile.memoryGib()).isEqualTo(56);
        assertThat(profile.gpuCount()).isEqualTo(1);
        assertThat(profile.gpu()).map(Gpu::name).contains("T4");
    }

    @Test
    void sizesOfAzureAndFlavorsOfOvh() {
        Machine size = Machines.find("Standard_NC24ads_A100_v4").orElseThrow();
        assertThat(size.quotaFamily()).contains("standardNCADSA100v4Family");
        assertThat(Machines.find("NC64as_T4_v3").orElseThrow().gpuCount()).isEqualTo(4);
        Machine flavor = Machines.find("ovh-ai", "h100-1-gpu").orElseThrow();
        assertThat(flavor.most()).hasValue(4);
        assertThat(flavor.diskGib()).hasValue(3072);
        assertThat(Machines.find("ovh-ai", "ai1-1-cpu").orElseThrow().gpu()).isEmpty();
        assertThat(Machines.find("ovh-ai", "Standard_NC24ads_A100_v4")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Standard_NC8as_T4_v3, true",
        "standard_nd96isr_h100_v5, true",
        "Standard_NV36ads_A10_v5, true",
        "STANDARD_DS3_V2, false",
        "Standard_E8s_v3, false",
        "Standard_F4s_v2, false"
    })
    void azureSizesTellWhetherTheyHaveAGpu(String size, boolean gpu) {
        assertThat(Machines.azureSizeHasGpu(size)).contains(gpu);
    }

    @Test
    void whatIsNoSizeTellsNothing() {
        assertThat(Machines.azureSizeHasGpu("my-cluster")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0.25, 1", "0.3, 2", "0.5, 2", "0.75, 4", "1, 4", "1.25, 8", "4, 8", "8, 8"})
    void ephemeralDiskByProcessors(BigDecimal vcpus, double gib) {
        assertThat(ConsumptionSize.diskGib(vcpus)).isEqualTo(gib);
    }

    @Test
    void pairsOfProcessorsAndMemory() {
        assertThat(ConsumptionSize.ofVcpus(new BigDecimal("0.50")).orElseThrow().memoryGib())
                .isEqualByComparingTo("1.0");
        assertThat(ConsumptionSize.ofVcpus(new BigDecimal("0.6"))).isEmpty();
        assertThat(ConsumptionSize.atLeast(new BigDecimal("1"), new BigDecimal("5")).orElseThrow())
                .extracting(size -> size.vcpus().toPlainString())
                .isEqualTo("2.5");
        assertThat(ConsumptionSize.atLeast(BigDecimal.ONE, new BigDecimal("9"))).isEmpty();
        for (ConsumptionSize size : ConsumptionSize.all()) {
            assertThat(size.memoryGib())
                    .isEqualByComparingTo(size.vcpus().multiply(BigDecimal.TWO));
        }
    }

    @Test
    void limitsAreThereByTheirIds() {
        assertThat(Limits.get("aca.job.grace").whole()).isEqualTo(30);
        assertThat(Limits.get("ovh.job.timeout.default").whole()).isEqualTo(7 * 24 * 3600);
        assertThat(Limits.get("aml.online.request-timeout.max").unit()).isEqualTo("milliseconds");
        assertThatThrownBy(() -> Limits.get("aca.job.gracee"))
                .isInstanceOf(MarketException.class)
                .hasMessageContaining("aca.job.gracee");
    }
}
