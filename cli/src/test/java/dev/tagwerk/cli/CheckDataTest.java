package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How large data is, as {@code check} finds it on this machine. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class CheckDataTest {
    private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
    private static final String POD =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: tune}
            spec:
              containers:
              - name: tune
                image: registry.example/tune:1.0
                args: [%s]
                resources: {limits: {nvidia.com/gpu: 1, memory: 32Gi, ephemeral-storage: 10Gi}}
            """;
    @TempDir private Path folder;

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** A file of a size without its bytes. */
    private void sparse(String name, long gib) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(gib << 30);
        }
    }

    private String check(String... arguments) {
        List<String> all = new ArrayList<>(List.of("check", "--fail-on", "never"));
        all.addAll(List.of(arguments));
        Terminal terminal =
                new Terminal(folder)
                        .with("HF_HOME", folder.resolve("hf").toString())
                        .run(all.toArray(String[]::new));
        assertThat(terminal.code()).isZero();
        return terminal.out();
    }

    private void card(String info) throws IOException {
        write("hf/hub/datasets--org--talks/refs/main", COMMIT);
        write(
                "hf/hub/datasets--org--talks/snapshots/" + COMMIT + "/README.md",
                "---\nlicense: mit\n" + info + "---\n# Talks\n");
    }

    @Test
    void aCardInTheHubsCacheStatesTheSize() throws IOException {
        write("pod.yaml", POD.formatted("--dataset_name, org/talks"));
        assertThat(check("pod.yaml")).doesNotContain("TW-STO-019");
        card("dataset_info:\n  download_size: 21474836480\n  dataset_size: 42949672960\n");
        assertThat(check("pod.yaml"))
                .contains("warning TW-STO-019 org/talks is 20 GiB to download")
                .contains("the limit of ephemeral-storage holds 10 GiB");
    }

    @Test
    void whatFitsAsItIsDownloadedMayNotFitTwice() throws IOException {
        write("pod.yaml", POD.formatted("--dataset_name, org/talks"));
        card(
                "dataset_info:\n- config_name: a\n  download_size: 4294967296\n  dataset_size: 8589934592\n"
                        + "- config_name: b\n  download_size: 99999999999\n");
        assertThat(check("pod.yaml"))
                .contains("warning TW-STO-019 org/talks is 4.0 GiB to download and 8.0 GiB in");
        card("dataset_info:\n  download_size: 6442450944\n");
        assertThat(check("pod.yaml")).contains("note TW-STO-019 org/talks is 6.0 GiB, and");
        card("dataset_info:\n  download_size: 1073741824\n");
        assertThat(check("pod.yaml")).doesNotContain("TW-STO-019");
    }

    @Test
    void filesBesideAConfigurationAreMeasured() throws IOException {
        write("pod.yaml", POD.formatted("--config, tune.yaml"));
        write(
                "tune.yaml",
                """
                base_model: Qwen/Qwen2.5-0.5B
                adapter: lora
                lora_r: 16
                sequence_len: 1024
                micro_batch_size: 2
                datasets:
                - {path: rows/train.jsonl, type: alpaca}
                """);
        assertThat(check("tune.yaml", "--beside", "pod.yaml")).doesNotContain("TW-STO-019");
        sparse("rows/train.jsonl", 12);
        assertThat(check("tune.yaml", "--beside", "pod.yaml"))
                .contains(
                        "warning TW-STO-019 rows/train.jsonl is 12 GiB, and datasets writes a copy");
        assertThat(check("pod.yaml", "--beside", "tune.yaml")).contains("warning TW-STO-019");
    }

    @Test
    void entriesOfLlamaFactorysListAreFiles() throws IOException {
        write("pod.yaml", POD.formatted("train, llama.yaml"));
        write(
                "llama.yaml",
                """
                model_name_or_path: Qwen/Qwen2.5-0.5B
                stage: sft
                finetuning_type: lora
                template: qwen
                cutoff_len: 1024
                dataset: faq
                output_dir: out
                """);
        write("data/dataset_info.json", "{\"faq\": {\"file_name\": \"faq.json\"}}");
        sparse("data/faq.json", 11);
        assertThat(check("llama.yaml", "--beside", "pod.yaml"))
                .contains("warning TW-STO-019 faq is 11 GiB");
        write("data/dataset_info.json", "{\"faq\": {\"file_name\": \"../../faq.json\"}}");
        assertThat(check("llama.yaml", "--beside", "pod.yaml")).doesNotContain("TW-STO-019");
    }

    @Test
    void foldersThatSkyPilotCopiesAreMeasured() throws IOException {
        String task =
                """
                resources: {accelerators: "A100:1"%s}
                workdir: .
                file_mounts:
                  /data: ./corpus
                setup: pip install trl==0.20.0
                run: python train.py --output_dir /out --save_steps 50 --resume_from_checkpoint true
                """;
        write("sky/task.yaml", task.formatted(", disk_size: 100"));
        sparse("sky/corpus/a.parquet", 60);
        assertThat(check("sky/task.yaml"))
                .contains("warning TW-STO-020 120 GiB are copied to the machine")
                .contains("disk_size holds 100 GiB")
                .contains("write:  resources.disk_size: 180");
        write("sky/.gitignore", "corpus\n");
        assertThat(check("sky/task.yaml")).doesNotContain("TW-STO-020");
    }

    @Test
    void sizesAreSaidOnTheCommandLineToo() throws IOException {
        write("pod.yaml", POD.formatted("--dataset_name, org/talks"));
        assertThat(check("pod.yaml", "--data-size", "40GB"))
                .contains("warning TW-STO-019 org/talks is 37 GiB to download");
        for (String size : List.of("much", "100", "1.5")) {
            Terminal terminal = new Terminal(folder).run("check", "pod.yaml", "--data-size", size);
            assertThat(terminal.code()).isEqualTo(ExitCode.USAGE);
            assertThat(terminal.err())
                    .contains("--data-size: '" + size + "' is not understood", "40GB");
        }
    }
}
