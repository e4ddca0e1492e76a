package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Jobs beside which the lines of a probe are given; and lines that are nonsense. */
class ProbeBesideTest {
    private static final String T4 =
            """
            {"probe":"start","ok":true,"seconds":0}
            {"probe":"gpu","ok":true,"seconds":0.3,"seen_by":"nvidia-smi","name":"Tesla T4","driver":"570.86.15","capability":"7.5"}
            """;

    private static List<String> look(String name, String text, String probe) {
        List<Document> documents = Formats.read(new SourceFile(name, text)).documents();
        List<Document> beside = Formats.read(new SourceFile("job.log", probe)).documents();
        return Preflight.look(documents, beside, Circumstances.UNKNOWN).stream()
                .map(finding -> finding.rule().id() + " " + finding.severity().word())
                .toList();
    }

    @Test
    void theCardOfTheProbeCounts() {
        String config =
                """
                base_model: Qwen/Qwen2.5-1.5B
                adapter: lora
                lora_r: 16
                sequence_len: 1024
                micro_batch_size: 2
                num_epochs: 1
                bf16: true
                datasets:
                - {path: data/train.jsonl, type: alpaca}
                output_dir: out
                """;
        assertThat(look("train.yml", config, T4)).contains("TW-GPU-001 error");
        assertThat(look("train.yml", config, T4.replace("Tesla T4", "NVIDIA A100 80GB PCIe")))
                .doesNotContain("TW-GPU-001 error");
    }

    @Test
    void theDriverOfTheProbeCounts() {
        String start =
                "ovhai job run docker.io/team/lora:cu130 --flavor ai1-1-gpu --gpu 1 -- python"
                        + " train.py\n";
        assertThat(look("start.sh", start, T4)).contains("TW-GPU-003 error");
        assertThat(look("start.sh", start, T4.replace("570.86.15", "580.95.05")))
                .doesNotContain("TW-GPU-003 error");
    }

    @Provide
    Arbitrary<String> lines() {
        Arbitrary<String> names =
                Arbitraries.of(
                        "start gpu cc cxx python torch triton mount shm disk user resources egress clock environment"
                                .split(" "));
        Arbitrary<String> values =
                Arbitraries.of(
                        "true",
                        "false",
                        "0",
                        "-1",
                        "1e400",
                        "null",
                        "\"\"",
                        "\"7.5\"",
                        "\"x y\"",
                        "[]",
                        "{}",
                        "[{\"a\":1}]",
                        "9999999999999999999999",
                        "\"/output\"",
                        "\"13.0\"",
                        "\"570.86\"",
                        "0.5");
        Arbitrary<String> facts =
                Arbitraries.of(
                                "error seen_by driver capability cuda cuda_available architectures kernels bf16_native bf16_supported path asked exists write symlink chmod chmod_kept lock rename delete write_mb_s free_mib total_mib type options home_writable home uid memory_mib cores host by skew_seconds offline hf_home triton torch python_header compiler version mounted_at bf16_to_fp16"
                                        .split(" "))
                        .set()
                        .ofMaxSize(12)
                        .flatMap(
                                keys ->
                                        values.list()
                                                .ofSize(keys.size())
                                                .map(list -> joined(List.copyOf(keys), list)));
        Arbitrary<String> line =
                net.jqwik.api.Combinators.combine(names, Arbitraries.of("true", "false"), facts)
                        .as(
                                (name, ok, more) ->
                                        "{\"probe\":\""
                                                + name
                                                + "\",\"ok\":"
                                                + ok
                                                + ",\"seconds\":0"
                                                + more
                                                + "}\n");
        return line.list().ofMaxSize(12).map(list -> String.join("", list));
    }

    private static String joined(List<String> keys, List<String> values) {
        StringBuilder text = new StringBuilder();
        for (int index = 0; index < keys.size(); index++) {
            text.append(",\"").append(keys.get(index)).append("\":").append(values.get(index));
        }
        return text.toString();
    }

    @Property(tries = 2000)
    void nonsenseNeverThrows(@ForAll("lines") String lines) {
        assertThat(look("probe.jsonl", lines, lines)).isNotNull();
    }
}
