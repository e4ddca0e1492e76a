package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Advice that, once followed, must not be wrong itself; and files that need none. */
class AdviceTest {
    private static final String DIGEST =
            "@sha256:0000000000000000000000000000000000000000000000000000000000000000";
    private static final String APPS_JOB =
            """
            type: Microsoft.App/jobs
            location: swedencentral
            properties:
              environmentId: /subscriptions/S/resourceGroups/RG/providers/Microsoft.App/managedEnvironments/ENV
              workloadProfileName: gpu-t4
              configuration:
                triggerType: Manual
                replicaTimeout: 28800
                replicaRetryLimit: 0
                manualTriggerConfig: {parallelism: 1, replicaCompletionCount: 1}
              template:
                containers:
                - name: train
                  image: registry.example.com/lora%s
                  %s
                  resources: {cpu: 8, memory: 56Gi}
            """;
    private static final String IMAGE =
            """
            {"source": "registry.example.com/lora", "platform": "linux/amd64",
             "config": {"entrypoint": %s, "cmd": %s, "working_directory": "/w", "environment": {}},
             "user": {"known": true, "uid": 0, "gid": 0}, "unpacked_bytes": 4000000, "complete": true,
             "layers": [{"stored_bytes": 900000}],
             "software": {"programs": {}, "c_headers": [], "python_packages": []},
             "writable_by_42420": {}}
            """;

    private static List<Document> read(String name, String text) {
        return Formats.read(new SourceFile(name, text)).documents();
    }

    private static List<Finding> look(
            String rule, String name, String text, String duration, List<Document> beside) {
        Map<String, String> options = duration.isEmpty() ? Map.of() : Map.of("duration", duration);
        return Preflight.look(read(name, text), beside, ExampleOptions.read(options)).stream()
                .filter(finding -> finding.rule().id().startsWith(rule))
                .toList();
    }

    private static List<String> said(
            String rule, String name, String text, String duration, List<Document> beside) {
        return look(rule, name, text, duration, beside).stream()
                .map(
                        finding ->
                                finding.rule().id()
                                        + " "
                                        + finding.severity()
                                                .toString()
                                                .toLowerCase(java.util.Locale.ROOT)
                                        + " "
                                        + finding.write())
                .toList();
    }

    private static String job(String words) {
        return APPS_JOB.formatted(DIGEST, words);
    }

    private static List<String> image(String words, String entrypoint, String cmd) {
        return said(
                "TW-IMG-001",
                "job.yaml",
                job(words),
                "",
                read("image.json", IMAGE.formatted(entrypoint, cmd)));
    }

    @Test
    void azTakesWhatStandsBehindAnEqualsSign() {
        for (String word : List.of("--args=\"-c\"", "--args=-c", "\"--args=-c\"")) {
            String line =
                    "az containerapp job create -n a -g rg --environment e --image r.io/a "
                            + word
                            + " --cpu 2 --memory 4Gi\n";
            assertThat(look("TW-CLI-001", "s.sh", line, "", List.of())).as(word).isEmpty();
        }
        String apart = "az containerapp job create -n a -g rg --image r.io/a --args \"-c\"\n";
        assertThat(look("TW-CLI-001", "s.sh", apart, "", List.of())).hasSize(1);
    }

    @Test
    void aConfigurationThatNobodyHasSeenMaySayThatItResumes() {
        String unseen = "command: [python, -m, trainer, --config, /data/train.yaml, --bf16]";
        assertThat(said("TW-", "job.yaml", job(unseen), "4h", List.of()))
                .filteredOn(one -> one.matches("TW-(TRN-002|ACA-016).*"))
                .containsExactly(
                        "TW-TRN-002 note resuming in that configuration, which --beside takes");
        String told = "command: [python, train.py, --output_dir, /o]";
        assertThat(said("TW-", "job.yaml", job(told), "4h", List.of()))
                .filteredOn(one -> one.matches("TW-(TRN-002|ACA-016).*"))
                .containsExactly("TW-TRN-002 error --save_steps 50 --resume_from_checkpoint true");
    }

    @Test
    void aProgramInPlaceOfAnEntrypointIsMeant() {
        assertThat(image("command: [python, -m, trainer]", "[\"python3\"]", "[]"))
                .containsExactly("TW-IMG-001 note nothing, if that is meant");
    }

    @Test
    void whatReplacesAnInitGoesBehindItWithItsArgs() {
        assertThat(
                        image(
                                "command: [python, train.py]\n      args: [--epochs, \"3\"]",
                                "[\"tini\", \"--\"]",
                                "[]"))
                .containsExactly(
                        "TW-IMG-001 warning command: [] and args:"
                                + " [\"python\", \"train.py\", \"--epochs\", \"3\"]");
    }

    @Test
    void optionsInPlaceOfAnEntrypointNeedTheProgramOfCmd() {
        assertThat(image("command: [--epochs, \"3\"]", "[\"python\", \"train.py\"]", "[]"))
                .containsExactly("TW-IMG-001 warning command: [] and args: [\"--epochs\", \"3\"]");
        assertThat(image("command: [--epochs, \"3\"]", "[\"tini\"]", "[\"train\"]"))
                .containsExactly(
                        "TW-IMG-001 warning command: [] and args: [\"train\", \"--epochs\", \"3\"]");
        assertThat(image("command: [--epochs, \"3\"]", "[\"tini\"]", "[]"))
                .containsExactly(
                        "TW-IMG-001 warning a command that begins with the program to be started");
    }

    @Test
    void aLimitIsAWholeGpu() {
        String pod =
                """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: a}
                spec:
                  backoffLimit: 0
                  template:
                    spec:
                      restartPolicy: Never
                      containers:
                      - name: a
                        image: r.io/a
                        resources: {requests: {nvidia.com/gpu: %s}}
                """;
        assertThat(said("TW-K8S-001", "job.yaml", pod.formatted("0.5"), "", List.of()))
                .containsExactly("TW-K8S-001 error limits: {nvidia.com/gpu: 1}");
        assertThat(said("TW-K8S-001", "job.yaml", pod.formatted("1.5"), "", List.of()))
                .containsExactly("TW-K8S-001 error limits: {nvidia.com/gpu: 2}");
    }

    @Test
    void noTimeOutBeyondSevenDaysIsAdvised() {
        String line = "ovhai job run ovhcom/a" + DIGEST + " --gpu 1 --timeout 4h -- python a.py\n";
        assertThat(said("TW-OVH-002", "s.sh", line, "5h", List.of()))
                .containsExactly("TW-OVH-002 error --timeout 450m");
        assertThat(said("TW-OVH-002", "s.sh", line, "6d", List.of()))
                .containsExactly("TW-OVH-002 error --timeout 10080m");
        assertThat(look("TW-OVH-002", "s.sh", line, "8d", List.of()))
                .singleElement()
                .satisfies(
                        finding -> {
                            assertThat(finding.what()).endsWith(": one job cannot reach that");
                            assertThat(finding.write()).doesNotContain("--timeout ");
                        });
    }

    @Test
    void aCommandAsOneTextIsSplitAsAShellWould() {
        assertThat(
                        said(
                                "TW-SCH-003",
                                "job.yaml",
                                job("command: python 'my train.py' --fp16"),
                                "",
                                List.of()))
                .containsExactly(
                        "TW-SCH-003 error command: [\"python\", \"my train.py\", \"--fp16\"]");
        assertThat(
                        said(
                                "TW-SCH-003",
                                "job.yaml",
                                job("command: cd /w && python a.py"),
                                "",
                                List.of()))
                .containsExactly(
                        "TW-SCH-003 error command:"
                                + " [\"/bin/sh\", \"-c\", \"cd /w && python a.py\"]");
    }

    @Test
    void aSizeIsWrittenAsTheServiceTakesIt() {
        assertThat(
                        said(
                                "TW-SCH-006",
                                "job.yaml",
                                job("command: [a]").replace("56Gi", "56GB"),
                                "",
                                List.of()))
                .containsExactly("TW-SCH-006 error memory: 56Gi");
    }

    @Test
    void anEmptyWordOfACommandLineIsNoList() {
        String line = "az containerapp job create -n a -g rg --image r.io/a --command \"\"\n";
        assertThat(look("TW-CMD-001", "s.sh", line, "", List.of()))
                .singleElement()
                .satisfies(
                        finding -> {
                            assertThat(finding.write())
                                    .isEqualTo("the command line without this option");
                            assertThat(finding.edits()).isEmpty();
                        });
    }

    @Test
    void aClusterWithoutNodesIsToldAsThat() {
        String job =
                """
                $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
                command: python a.py
                environment: azureml:e:1
                compute: azureml:c
                resources: {instance_count: 2}
                limits: {timeout: 3600}
                """;
        String cluster =
                """
                $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
                name: c
                type: amlcompute
                size: Standard_NC8as_T4_v3
                max_instances: 0
                """;
        assertThat(look("TW-AML-020", "job.yml", job, "", read("cluster.yml", cluster)))
                .singleElement()
                .satisfies(
                        finding -> {
                            assertThat(finding.what()).startsWith("the cluster has no nodes");
                            assertThat(finding.write())
                                    .isEqualTo("at the cluster, max_instances: 2");
                            assertThat(finding.edits()).isEmpty();
                        });
    }

    @Test
    void theCommandBehindTheSeparatorIsWhole() {
        String line = "ovhai job run ovhcom/a" + DIGEST + " --gpu 1 --timeout 4h python a.py";
        assertThat(said("TW-OVH-011", "s.sh", line + " \\\n  --bf16 true\n", "", List.of()))
                .containsExactly("TW-OVH-011 error -- python a.py --bf16 true");
        assertThat(look("TW-OVH-011", "s.sh", line + " --epochs 3 --env A=b\n", "", List.of()))
                .singleElement()
                .satisfies(
                        finding -> {
                            assertThat(finding.edits()).isEmpty();
                            assertThat(finding.write())
                                    .isEqualTo(
                                            "ovhai's own options before the image, and -- before"
                                                    + " the command");
                        });
    }

    @Test
    void optionsWithoutTheSeparatorReachTheOtherRules() {
        String line =
                "ovhai job run ovhcom/a"
                        + DIGEST
                        + " --flavor V100S-1-gpu --gpu 1 --timeout 4h python a.py --bf16 true\n";
        String card = line.replace("V100S-1-gpu", "ai1-1-gpu");
        assertThat(said("TW-GPU-001", "s.sh", card, "", List.of()))
                .containsExactly("TW-GPU-001 error --fp16");
    }

    @Test
    void anOptionIsMendedAsAnOption() {
        String job = job("args: [\"--bf16\", \"true\"]");
        Finding found = look("TW-GPU-001", "job.yaml", job, "", List.of()).getFirst();
        assertThat(found.edits())
                .singleElement()
                .satisfies(
                        edit -> {
                            assertThat(edit.replacement()).isEqualTo("fp16");
                            assertThat(job.substring(edit.span().start(), edit.span().end()))
                                    .isEqualTo("bf16");
                        });
    }
}
