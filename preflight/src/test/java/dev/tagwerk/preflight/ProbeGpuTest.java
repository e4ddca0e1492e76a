package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What nvidia-smi and Python answer on machines that are not here. */
class ProbeGpuTest {
    @TempDir private Path folder;

    static Stream<String> shells() {
        return ProbeRun.shells();
    }

    private List<JsonNode> gpu(String shell, String answer) {
        return new ProbeRun(shell, folder).with("nvidia-smi", answer).only("probe_gpu");
    }

    private static String smi(String query, String table, String list) {
        return "case $1 in -L) printf '"
                + list
                + "';; --*) printf '"
                + query
                + "';; *) printf '"
                + table
                + "';; esac\n";
    }

    @ParameterizedTest
    @MethodSource("shells")
    void cards(String shell) {
        List<JsonNode> lines =
                gpu(
                        shell,
                        smi(
                                "0, Tesla T4, 570.86.15, 15360, 3, [N/A], 7.5\\n1, Tesla"
                                        + " V100S-PCIE-32GB, 570.86.15, 32768, 4, [N/A], 7.0\\n",
                                "| Driver Version: 570.86.15   CUDA Version: 12.8     |\\n",
                                "GPU 0: Tesla T4 (UUID: GPU-0)\\n"));
        assertThat(lines).hasSize(2);
        JsonNode card = lines.getFirst();
        assertThat(card.path("ok").booleanValue()).isTrue();
        assertThat(card.path("name").textValue()).isEqualTo("Tesla T4");
        assertThat(card.path("driver").textValue()).isEqualTo("570.86.15");
        assertThat(card.path("capability").textValue()).isEqualTo("7.5");
        assertThat(card.path("memory_mib").intValue()).isEqualTo(15360);
        assertThat(card.path("cuda_of_driver").textValue()).isEqualTo("12.8");
        assertThat(card.has("mig")).isFalse();
        assertThat(lines.get(1).path("index").intValue()).isEqualTo(1);
        assertThat(lines.get(1).path("capability").textValue()).isEqualTo("7.0");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void slicesOfACard(String shell) {
        JsonNode line =
                gpu(
                                shell,
                                smi(
                                        "0, NVIDIA A100 80GB PCIe, 580.95.05, 81920, [N/A],"
                                                + " Enabled, 8.0\\n",
                                        "",
                                        "GPU 0: NVIDIA A100\\n  MIG 1g.10gb     Device  0: (UUID:"
                                                + " MIG-1)\\n  MIG 2g.20gb  Device  1: (UUID:"
                                                + " MIG-2)\\n"))
                        .getFirst();
        assertThat(line.path("mig").textValue()).isEqualTo("Enabled");
        assertThat(line.path("mig_devices").textValue()).isEqualTo("1g.10gb 2g.20gb");
        assertThat(line.has("memory_used_mib")).isFalse();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void driversFromBeforeTheCapability(String shell) {
        JsonNode line =
                gpu(
                                shell,
                                "case \"$*\" in *compute_cap*) echo 'Field \"compute_cap\" is not"
                                        + " a valid field to query.'; exit 2;; --*) echo '0,"
                                        + " Tesla T4, 450.80.02, 15109, 0';; esac\n")
                        .getFirst();
        assertThat(line.path("ok").booleanValue()).isTrue();
        assertThat(line.path("driver").textValue()).isEqualTo("450.80.02");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void noCardAndNonsense(String shell) {
        JsonNode none = gpu(shell, "echo 'No devices were found'; exit 6\n").getFirst();
        assertThat(none.path("ok").booleanValue()).isFalse();
        assertThat(none.path("error").textValue()).isEqualTo("No devices were found");
        assertThat(none.path("status").intValue()).isEqualTo(6);
        for (String nonsense :
                List.of(
                        "printf '0, \"T4\\\\\\n\\000\\001\\377\\303\\244\\033[31m\\t, x, , ,\\n'",
                        "printf '\\n\\n,,,,,,,\\n'",
                        "printf '%20000s' x",
                        "exit 0",
                        "kill -9 $$")) {
            JsonNode line =
                    new ProbeRun(shell, folder.resolve("" + nonsense.hashCode()))
                            .with("nvidia-smi", nonsense + "\n")
                            .only("probe_gpu")
                            .getFirst();
            assertThat(line.path("ok").booleanValue()).as(nonsense).isFalse();
            assertThat(line.path("error").textValue()).as(nonsense).isNotEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("shells")
    void whatAPythonThatIsNoneAnswers(String shell) {
        String fake =
                "case \"$*\" in *'version_info[0]'*) exit 42;; esac\n"
                        + "printf 's error no \"torch\"\\nn gpus 1\\nn gpus 2\\nb kernels maybe\\n"
                        + "s BAD x\\ns probe gpu\\nb ok true\\nn bf16_ms 0012\\nn fp16_ms 1e9\\n"
                        + "garbage\\n\\n\\377\\nok false\\n'\n";
        JsonNode line =
                new ProbeRun(shell, folder)
                        .with("python3", fake)
                        .only("probe_python 20 torch")
                        .getFirst();
        assertThat(line.path("ok").booleanValue()).isFalse();
        assertThat(line.path("error").textValue()).isEqualTo("no \"torch\"");
        assertThat(line.path("gpus").intValue()).isEqualTo(1);
        assertThat(line.path("probe").textValue()).isEqualTo("torch");
        assertThat(line.has("bf16_ms")).isFalse();
        assertThat(line.has("kernels")).isFalse();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void aPythonThatCrashes(String shell) {
        JsonNode line =
                new ProbeRun(shell, folder)
                        .with(
                                "python3",
                                "case \"$*\" in *'version_info[0]'*) exit 42;; esac\necho 's version"
                                        + " 2.10.0'; kill -11 $$\n")
                        .only("probe_python 20 torch")
                        .getFirst();
        assertThat(line.path("ok").booleanValue()).isFalse();
        assertThat(line.path("version").textValue()).isEqualTo("2.10.0");
        assertThat(line.path("error").textValue()).contains("crash");
    }
}
