package dev.tagwerk.formats;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AzureMlReaderTest {
    private static final String COMMAND =
            """
            $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
            display_name: lora
            command: python train.py --data ${{inputs.rows}} --output_dir ${{outputs.model}}
            code: src
            environment: {image: "myreg.azurecr.io/lora:1"}
            environment_variables: {HF_HOME: /tmp/hf}
            inputs:
              rows: {type: uri_folder, path: "azureml:rows:3"}
              seed: 7
            outputs:
              model: {type: uri_folder, mode: upload}
            compute: azureml:gpu-cluster
            resources: {instance_type: Standard_NC64as_T4_v3, instance_count: 2, shm_size: 16g}
            limits: {timeout: 7200}
            """;

    @Test
    void readsACommandJob() {
        Document job = only("job.yaml", COMMAND);
        assertThat(job.format()).isEqualTo(Format.AZURE_ML_COMMAND);
        Workload workload = job.workloads().getFirst();
        assertThat(workload.platform()).isEqualTo(Platform.AZURE_ML);
        assertThat(workload.timeout()).map(Located::value).contains(Duration.ofHours(2));
        assertThat(workload.parallelism()).map(Located::value).contains(2);
        assertThat(workload.environment()).map(Scalar::text).contains("azureml:gpu-cluster");
        assertThat(workload.gpu()).flatMap(Gpus::count).contains(4);
        assertThat(workload.gpu()).flatMap(Gpus::model).contains("T4");
        Container container = workload.containers().getFirst();
        assertThat(container.image()).map(Scalar::text).contains("myreg.azurecr.io/lora:1");
        assertThat(container.script())
                .map(Scalar::text)
                .hasValueSatisfying(script -> assertThat(script).startsWith("python train.py"));
        assertThat(container.env("HF_HOME")).map(Scalar::text).contains("/tmp/hf");
        assertThat(container.sharedMemory()).map(Located::value).contains(16L << 30);
        assertThat(container.mounts())
                .extracting(Mount::path, Mount::readOnly)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("${{inputs.rows}}", true),
                        org.assertj.core.groups.Tuple.tuple("${{outputs.model}}", false));
        assertThat(workload.volumes())
                .extracting(Volume::type)
                .containsExactly(Volume.Type.MOUNTED_OBJECTS, Volume.Type.COPIED_OBJECTS);
    }

    @Test
    void readsTheSameFromTheRestInterface() {
        Document job =
                only(
                        "job.json",
                        """
                        {"properties": {"jobType": "Command", "command": "python train.py",
                          "environmentId": "/subscriptions/S/environments/lora/versions/1",
                          "computeId": "/subscriptions/S/computes/gpu-cluster",
                          "limits": {"jobLimitsType": "Command", "timeout": "PT5H"},
                          "resources": {"instanceCount": 2, "instanceType": "Standard_NC6s_v3",
                            "shmSize": "8g"},
                          "outputs": {"model": {"jobOutputType": "uri_folder",
                            "mode": "ReadWriteMount"}}}}
                        """);
        assertThat(job.format()).isEqualTo(Format.AZURE_ML_COMMAND);
        Workload workload = job.workloads().getFirst();
        assertThat(workload.timeout()).map(Located::value).contains(Duration.ofHours(5));
        assertThat(workload.parallelism()).map(Located::value).contains(2);
        assertThat(workload.gpu()).flatMap(Gpus::model).contains("V100-16GB");
        assertThat(workload.containers().getFirst().sharedMemory())
                .map(Located::value)
                .contains(8L << 30);
        assertThat(AzureMl.name(workload.environment().orElseThrow().text()))
                .isEqualTo("gpu-cluster");
    }

    @Test
    void stepsOfAPipelineAreWorkloads() {
        Document pipeline =
                only(
                        "pipeline.yml",
                        """
                        type: pipeline
                        jobs:
                          prepare:
                            type: command
                            command: python prepare.py
                            environment: azureml:prep:1
                            compute: azureml:cpu
                          search:
                            type: sweep
                            trial: {command: "python train.py", environment: "azureml:lora:1"}
                            limits: {max_concurrent_trials: 3, timeout: 3600}
                          register: {type: command, component: ./register.yml}
                        """);
        assertThat(pipeline.format()).isEqualTo(Format.AZURE_ML_PIPELINE);
        assertThat(pipeline.workloads())
                .extracting(workload -> workload.containers().getFirst().script().get().text())
                .containsExactly("python prepare.py", "python train.py");
        assertThat(pipeline.workloads().get(1).parallelism()).map(Located::value).contains(3);
    }

    @Test
    void readsADeployment() {
        Document deployment =
                only(
                        "blue.yml",
                        """
                        name: blue
                        endpoint_name: chat
                        model: azureml:qwen:3
                        instance_type: Standard_NC24ads_A100_v4
                        instance_count: 2
                        request_settings: {request_timeout_ms: 90000}
                        readiness_probe: {initial_delay: 300, period: 10, failure_threshold: 30}
                        """);
        assertThat(deployment.format()).isEqualTo(Format.AZURE_ML_ONLINE_DEPLOYMENT);
        Workload workload = deployment.workloads().getFirst();
        assertThat(workload.kind()).isEqualTo(Workload.Kind.SERVICE);
        assertThat(workload.minReplicas()).map(Located::value).contains(2);
        assertThat(workload.containers().getFirst().probes())
                .extracting(probe -> probe.initialDelaySeconds().orElseThrow().value())
                .containsExactly(300);
    }

    @Test
    void asksBothShapesOfAClusterInTheSameWords() {
        AzureMl cli =
                new AzureMl(
                        only(
                                        "cluster.yml",
                                        """
                                        type: amlcompute
                                        name: gpu
                                        size: Standard_NC24ads_A100_v4
                                        min_instances: 1
                                        idle_time_before_scale_down: 3600
                                        tier: low_priority
                                        """)
                                .root());
        AzureMl rest =
                new AzureMl(
                        only(
                                        "cluster.json",
                                        """
                                        {"type": "Microsoft.MachineLearningServices/workspaces/computes",
                                         "properties": {"computeType": "AmlCompute", "properties": {
                                           "vmSize": "Standard_NC24ads_A100_v4",
                                           "vmPriority": "LowPriority",
                                           "scaleSettings": {"minNodeCount": 1, "maxNodeCount": 2,
                                             "nodeIdleTimeBeforeScaleDown": "PT1H"}}}}
                                        """)
                                .root());
        for (AzureMl cluster : List.of(cli, rest)) {
            assertThat(cluster.computeType()).isEqualTo("amlcompute");
            assertThat(cluster.text("size")).map(Scalar::text).contains("Standard_NC24ads_A100_v4");
            assertThat(cluster.whole("min_instances")).map(Located::value).contains(1);
            assertThat(cluster.duration("idle_time_before_scale_down"))
                    .map(Located::value)
                    .contains(Duration.ofHours(1));
            assertThat(cluster.text("tier")).isPresent();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "AZURE_ML_SWEEP | {type: sweep, trial: {command: x}, search_space: {}}",
                "AZURE_ML_COMPUTE | {name: a, type: computeinstance}",
                "AZURE_ML_COMPUTE | {name: a, type: kubernetes, resource_id: /subscriptions/S}",
                "AZURE_ML_ONLINE_ENDPOINT | {name: chat, auth_mode: key}",
                "AZURE_ML_ONLINE_ENDPOINT | {name: chat, auth_mode: aad_token, traffic: {a: 100}}",
                "AZURE_ML_BATCH_ENDPOINT | {name: b, auth_mode: aad_token, defaults: {deployment_name: d}}",
                "AZURE_ML_BATCH_DEPLOYMENT | {name: d, endpoint_name: b, model: azureml:m:1, compute: azureml:c}",
                "AZURE_ML_MODEL | {name: m, type: mlflow_model, path: ./model}",
                "AZURE_ML_ENVIRONMENT | {name: e, image: i, conda_file: conda.yml}",
                "AZURE_ML_COMMAND | {command: x, environment: azureml:e:1}",
                "AZURE_ML_ENVIRONMENT | {$schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json, name: e, build: {path: .}}",
                "AZURE_ML_ONLINE_DEPLOYMENT | {properties: {endpointComputeType: Managed, instanceType: X}}",
                "AZURE_ML_COMPONENT | {type: command, command: x, version: 1, environment: azureml:e:1}",
                "AZURE_ML_COMPONENT | {$schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json, command: x, environment: azureml:e:1}",
                "AZURE_ML_SPARK | {type: spark, entry: {file: a.py}, conf: {}}",
                "AZURE_ML_AUTOML | {type: automl, task: classification, training_data: {path: x}}",
                "AZURE_ML_SCHEDULE | {name: s, trigger: {type: cron}, create_job: ./p.yml}",
            })
    void tellsTheKinds(Format format, String text) {
        assertThat(only("file.yml", text).format()).isEqualTo(format);
    }

    @Test
    void whatIsToldApartOnlyStartsNothingHere() {
        Document component =
                only(
                        "file.yml",
                        "{type: command, command: x, version: 1, environment: azureml:e:1}");
        assertThat(component.workloads()).isEmpty();
        assertThat(component.format().isJudged()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{type: pipeline, jobs: [build, test]}",
                "{command: [python, train.py], image: x}",
                "{command: python train.py, environment: production}",
                "{name: a, type: kubernetes}",
                "{name: e, auth_mode: aad_token}",
                "{engine: a, model: b, task: embeddings}",
            })
    void leavesOthersAlone(String text) {
        assertThat(Formats.read(new SourceFile("file.yml", text)).documents()).isEmpty();
    }

    @Test
    void aTemplateMayHoldWhatSeveralReadersKnow() {
        assertThat(
                        Formats.read(
                                        new SourceFile(
                                                "main.json",
                                                """
                                                {"contentVersion": "1.0.0.0", "resources": [
                                                 {"type": "Microsoft.Storage/storageAccounts", "name": "s"},
                                                 {"type": "Microsoft.MachineLearningServices/workspaces/computes",
                                                  "name": "ws/gpu", "properties": {"computeType": "AmlCompute"}}]}
                                                """))
                                .documents())
                .extracting(Document::format)
                .containsExactly(Format.STORAGE_ACCOUNT, Format.AZURE_ML_COMPUTE);
    }

    private static Document only(String name, String text) {
        Understood read = Formats.read(new SourceFile(name, text));
        assertThat(read.faults()).isEmpty();
        assertThat(read.documents()).hasSize(1);
        return read.documents().getFirst();
    }
}
