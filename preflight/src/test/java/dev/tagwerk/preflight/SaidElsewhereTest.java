package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a script, a variable or a word without dashes says, where an option could say it. */
class SaidElsewhereTest {
    private static final String JOB =
            """
            type: Microsoft.App/jobs
            properties:
              workloadProfileName: gpu-t4
              configuration: {triggerType: Manual, replicaTimeout: %s, replicaRetryLimit: 0}
              template:
                containers:
                - name: train
                  image: vllm/vllm-openai:v0.11.0
                  resources: {cpu: 8, memory: 56Gi}
                  volumeMounts: [{volumeName: d, mountPath: /data}]
                  %s
                volumes: [{name: d, storageType: AzureFile, storageName: rw}]
            """;

    private static List<String> said(String name, String text, Optional<Duration> duration) {
        Circumstances known =
                new Circumstances(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        duration,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        return Preflight.look(
                        Formats.read(new SourceFile(name, text)).documents(), List.of(), known)
                .stream()
                .map(
                        finding ->
                                finding.rule().id()
                                        + " "
                                        + finding.severity()
                                        + " "
                                        + finding.what()
                                        + " => "
                                        + finding.write())
                .toList();
    }

    private static List<String> job(String line) {
        return said("job.yaml", JOB.formatted("28800", line), Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{command: [vllm], args: [serve, Qwen/Qwen3-32B]}|TW-STO-018,TW-GPU-006",
                "{command: [vllm, serve, Qwen/Qwen3-32B, --port, 80]}|TW-STO-018,TW-GPU-006",
                "{command: [sh, -c, 'exec vllm serve Qwen/Qwen3-32B']}|TW-STO-018,TW-GPU-006",
                "{args: [Qwen/Qwen3-32B, --port, 80]}|TW-STO-018,TW-GPU-006",
                "{command: [sh, -c, 'hf download Qwen/Qwen3-32B && python t.py']}|TW-STO-018",
                "{command: [sh, -c, 'huggingface-cli download Qwen/Qwen3-32B --local-dir /m']}|TW-STO-018",
                "{command: [python, t.py], env: [{name: ACCELERATE_MIXED_PRECISION, value: bf16}]}|TW-GPU-001",
                "{command: [sh, -c, 'ACCELERATE_MIXED_PRECISION=bf16 python t.py']}|TW-GPU-001",
                "{command: [tune, run, x, dtype=bf16]}|TW-GPU-001",
                "{command: [python, t.py, trainer.precision=bf16-mixed]}|TW-GPU-001",
                "{command: [sh, -c, 'export HF_HOME=/data/hf; python t.py']}|TW-STO-002",
                "{command: [sh, -c, 'python -m venv /data/venv; python t.py']}|TW-STO-017",
                "{command: [sh, -c, 'cd /data && uv venv v']}|TW-STO-017"
            })
    void isSeen(String keys, String rules) {
        String line =
                keys.substring(1, keys.length() - 1).replaceAll(", (args|env):", "\n      $1:");
        for (String rule : rules.split(",")) {
            assertThat(job(line)).anyMatch(one -> one.startsWith(rule + " "));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "command: [sh, -c, 'hf download Qwen/Qwen3-32B --local-dir /data/m']|TW-STO-018",
                "command: [sh, -c, 'hf download a/b-32B --repo-type dataset']|TW-STO-018",
                "command: [sh, -c, 'hf download a/b-32B config.json']|TW-STO-018",
                "command: [sh, -c, 'export HF_HOME=/data/hf; vllm serve Qwen/Qwen3-32B']|TW-STO-018",
                "command: [vllm, serve, /data/m]|TW-STO-018",
                "command: [python, t.py, dtype=fp16]|TW-GPU-001",
                "command: [sh, -c, 'python -m venv /tmp/venv']|TW-STO-017"
            })
    void isNotTheCase(String line, String rule) {
        assertThat(job(line)).noneMatch(one -> one.startsWith(rule));
    }

    @ParameterizedTest
    @CsvSource({
        "bash -c \"python t.py --output_dir /root/x\"",
        "env HF_HOME=/root/.cache python t.py",
        "sh -c 'HF_HOME=/root/.cache python t.py'",
        "sh -c 'export HF_HOME=/root/.cache; python t.py'"
    })
    void rootsHomeAtOvh(String command) {
        String line = "ovhai job run --flavor l4-1-gpu --timeout 6h a/b:1 -- " + command + "\n";
        assertThat(said("start.sh", line, Optional.empty()))
                .anyMatch(one -> one.startsWith("TW-OVH-010 "));
    }

    @ParameterizedTest
    @CsvSource({
        "'',TW-OVH-001 WARNING,--timeout 360m",
        "--timeout 3h,TW-OVH-002 ERROR,--timeout 360m",
        "--timeout 4h,TW-OVH-002 ERROR,--timeout 360m",
        "--timeout 5h,TW-OVH-002 NOTE,--timeout 360m"
    })
    void timeoutsAtOvhHaveRoom(String option, String expected, String write) {
        String line = "ovhai job run --flavor l4-1-gpu " + option + " a/b:1 -- python t.py\n";
        assertThat(said("start.sh", line, Optional.of(Duration.ofHours(4))))
                .anyMatch(one -> one.startsWith(expected) && one.endsWith("=> " + write));
        assertThat(
                        said(
                                "start.sh",
                                line.replaceAll("--timeout \\dh|gpu  ", "$0 --timeout 6h"),
                                Optional.of(Duration.ofHours(4))))
                .noneMatch(one -> one.startsWith("TW-OVH-002") || one.startsWith("TW-OVH-001"));
    }

    @Test
    void timeoutsOfContainerApps() {
        Optional<Duration> four = Optional.of(Duration.ofHours(4));
        String line = "command: [python, t.py]";
        assertThat(said("job.yaml", JOB.formatted("20000", line), four))
                .anyMatch(
                        one ->
                                one.startsWith("TW-ACA-014 NOTE")
                                        && one.contains("less than half again as long as"));
        assertThat(said("job.yaml", JOB.formatted("14400", line), four))
                .anyMatch(one -> one.startsWith("TW-ACA-014 ERROR"));
        assertThat(said("job.yaml", JOB.formatted("21600", line), four))
                .noneMatch(one -> one.startsWith("TW-ACA-014"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ENTRYPOINT [\"/usr/bin/tini\",\"-g\"]|CMD [\"--config\",\"x\"]|WARNING",
                "ENTRYPOINT [\"tini\"]|CMD [\"--config\"]|WARNING",
                "ENTRYPOINT [\"tini\"]|CMD [\"python\",\"t.py\",\"--x\"]|NOTE",
                "ENTRYPOINT [\"tini\", \"-g\"]|CMD python t.py --x|NOTE",
                "ENTRYPOINT [\"tini\", \"--\"]|CMD [\"--config\"]|''",
                "ENTRYPOINT [\"tini\", \"-g\", \"--\"]|CMD [\"--config\"]|''"
            })
    void anInitProcessAndWhatItIsGiven(String entrypoint, String command, String severity) {
        String file = "FROM a/b:1\n" + entrypoint + "\n" + command + "\n";
        List<String> found =
                said("Dockerfile", file, Optional.empty()).stream()
                        .filter(one -> one.startsWith("TW-DKR-013"))
                        .toList();
        if (severity.isEmpty()) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found).hasSize(1).first().asString().startsWith("TW-DKR-013 " + severity);
        }
    }

    @ParameterizedTest
    @CsvSource({"--args,--config /data/x.yaml", "--command,python t.py"})
    void aLineInOneWordOfAz(String option, String line) {
        String script =
                "az containerapp job create -n job-a -g rg --environment e --image a/b:1 "
                        + option
                        + " '"
                        + line
                        + "'\n";
        assertThat(said("start.sh", script, Optional.empty()))
                .anyMatch(one -> one.startsWith("TW-CMD-004 ") && one.contains("--yaml"));
        assertThat(said("start.sh", script.replace(option + " ", option + "="), Optional.empty()))
                .anyMatch(one -> one.startsWith("TW-CMD-004 ") && one.contains("--yaml"));
    }
}
