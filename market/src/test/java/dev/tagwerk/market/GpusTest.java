package dev.tagwerk.market;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GpusTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "T4",
                "t4",
                "NVIDIA T4",
                "nvidia-tesla-t4",
                "Tesla T4",
                "T4:1",
                "T4 x2",
                "Standard_NC8as_T4_v3",
                "STANDARD_NC4AS_T4_V3",
                "NC8as_T4_v3",
                "Consumption-GPU-NC8as-T4"
            })
    void manySpellingsOfOneCard(String text) {
        assertThat(Gpus.find(text)).map(Gpu::name).contains("T4");
    }

    @ParameterizedTest
    @CsvSource({
        "NVIDIA A100-SXM4-80GB, A100-80GB",
        "NVIDIA A100 80GB PCIe, A100-80GB",
        "Consumption-GPU-NC24-A100, A100-80GB",
        "NVIDIA H100 80GB HBM3, H100-80GB",
        "h100-1-gpu, H100-80GB",
        "NVIDIA H100 NVL, H100-NVL-94GB",
        "ai1-1-gpu, V100S",
        "Tesla V100-PCIE-32GB, V100-32GB",
        "NVIDIA GeForce RTX 4090, RTX 4090",
        "GeForce RTX 3090, RTX 3090",
        "4090, RTX 4090",
        "NVIDIA RTX A6000, RTX A6000",
        "A6000, RTX A6000",
        "8x H100, H100-80GB",
        "NVIDIA RTX 6000 Ada Generation, RTX 6000 Ada",
        "L40S, L40S",
        "nvidia-l4, L4",
    })
    void namesAsCloudsAndToolsWriteThem(String text, String name) {
        assertThat(Gpus.find(text)).map(Gpu::name).contains(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GPU", "D4", "Standard_DS3_v2", "T5", "MI300X", "gpu:1", "x"})
    void whatIsNoKnownCardIsNotGuessed(String text) {
        assertThat(Gpus.find(text)).isEmpty();
    }

    @Test
    void aNameWithoutMemoryGivesTheSmallestAndAllAreThere() {
        assertThat(Gpus.find("A100")).map(Gpu::name).contains("A100-40GB");
        assertThat(Gpus.matching("A100"))
                .extracting(Gpu::name)
                .containsExactly("A100-40GB", "A100-80GB");
    }

    @Test
    void whatFollowsFromTheCapability() {
        ComputeCapability turing = Gpus.find("T4").orElseThrow().capability();
        assertThat(turing.bf16()).isFalse();
        assertThat(turing.fp16TensorCores()).isTrue();
        assertThat(turing.flashAttention2()).isFalse();
        ComputeCapability ada = Gpus.find("L4").orElseThrow().capability();
        assertThat(ada.fp8()).isTrue();
        assertThat(ada.bf16()).isTrue();
        assertThat(Gpus.find("T4").orElseThrow().trainingDtype()).startsWith("fp16");
    }

    @ParameterizedTest
    @CsvSource({"7.5, 7.5", "sm_75, 7.5", "compute_100, 10.0", "90a, 9.0", "sm_120, 12.0"})
    void capabilities(String text, String capability) {
        assertThat(ComputeCapability.parse(text)).map(Object::toString).contains(capability);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "sm_", "seven", "0.5", "7.5.1"})
    void noCapabilities(String text) {
        assertThat(ComputeCapability.parse(text)).isEmpty();
    }
}
