package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is read and written, against what is mounted, across two files. */
class DataMountTest {
    private static final String POD =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: tune}
            spec:
              containers:
              - name: tune
                image: registry.example/tune:1.0
                args: ["--config", "tune.yaml"]
                resources: {limits: {nvidia.com/gpu: 1, memory: 32Gi}}
                volumeMounts:
                - {name: corpus, mountPath: /data, readOnly: true}
              volumes:
              - name: corpus
                persistentVolumeClaim: {claimName: corpus}
            """;

    private static List<Document> read(String name, String text) {
        return Formats.read(new SourceFile(name, text)).documents();
    }

    private static List<Document> config(String data, String output) {
        return read(
                "tune.yaml",
                """
                base_model: Qwen/Qwen2.5-0.5B
                adapter: lora
                lora_r: 16
                sequence_len: 1024
                micro_batch_size: 2
                datasets:
                - {path: %s, type: alpaca}
                output_dir: %s
                """
                        .formatted(data, output));
    }

    private static List<String> said(List<Document> file, List<Document> beside) {
        return Preflight.look(file, beside, Circumstances.UNKNOWN).stream()
                .filter(finding -> finding.rule().id().matches("TW-STO-0(12|21)"))
                .map(
                        finding ->
                                finding.rule().id()
                                        + " "
                                        + finding.severity()
                                        + " "
                                        + finding.source().name()
                                        + " "
                                        + finding.write())
                .toList();
    }

    @Test
    void aConfigurationWritesOnItsDatasReadOnlyMount() {
        String said =
                "TW-STO-012 ERROR tune.yaml an output elsewhere, or a mount that can be written";
        List<Document> wrong = config("/data/rows.jsonl", "/data/out");
        assertThat(said(wrong, read("pod.yaml", POD))).containsExactly(said);
        assertThat(said(read("pod.yaml", POD), wrong)).containsExactly(said);
        assertThat(said(config("/data/rows.jsonl", "/out"), read("pod.yaml", POD))).isEmpty();
    }

    @Test
    void aConfigurationReadsWhereNothingIsMounted() {
        String said = "TW-STO-021 NOTE tune.yaml a volume mounted at /mnt";
        List<Document> wrong = config("/mnt/rows.jsonl", "/out");
        assertThat(said(wrong, read("pod.yaml", POD))).containsExactly(said);
        assertThat(said(read("pod.yaml", POD), wrong)).containsExactly(said);
        assertThat(said(config("rows.jsonl", "/out"), read("pod.yaml", POD))).isEmpty();
    }

    @Test
    void thePathBelowANamesakeIsAdvised() {
        String pod = POD.replace("mountPath: /data", "mountPath: /mnt/data");
        assertThat(said(config("/data/rows.jsonl", "/out"), read("pod.yaml", pod)))
                .containsExactly("TW-STO-021 NOTE tune.yaml /mnt/data/rows.jsonl");
    }
}
