package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the rules' own examples do not show: other shapes of the same, and where to be silent. */
class AzureMlRulesTest {
    private static final String LIMIT =
            """
            [{"type": "Microsoft.MachineLearningServices/vmFamily/usages", "currentValue": %d,
              "limit": 24, "name": {"value": "Standard NCADSA100v4 Family Cluster Dedicated vCPUs"}}]
            """;

    private static final String CLUSTER =
            "{name: gpu, type: amlcompute, size: Standard_NC24ads_A100_v4,"
                    + " idle_time_before_scale_down: 120, max_instances: ";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // keys and values of az ml
                "TW-SCH-001 error | {name: a, type: amlcompute, min_instance: 0}",
                "TW-SCH-004 error | {name: a, type: amlcompute, tier: spot}",
                "TW-SCH-002 error | {type: amlcompute, size: Standard_D2s_v5}",
                "TW-SCH-003 error | {name: a, type: amlcompute, max_instances: many}",
                "TW-SCH-005 error | {name: a, type: amlcompute, max_instances: 0}",
                // the same in the REST interface's words
                "TW-AML-001 warning | {properties: {computeType: AmlCompute, properties: {scaleSettings: {minNodeCount: 1, maxNodeCount: 2}}}}",
                "TW-AML-002 warning | {properties: {computeType: AmlCompute, properties: {scaleSettings: {nodeIdleTimeBeforeScaleDown: PT2H}}}}",
                "TW-AML-003 error | {properties: {computeType: ComputeInstance, properties: {idleTimeBeforeShutdown: P4D}}}",
                "TW-AML-008 error | {properties: {endpointComputeType: Managed, requestSettings: {requestTimeout: PT5M}}}",
                "TW-AML-013 error | {type: Microsoft.MachineLearningServices/workspaces/onlineEndpoints, properties: {authMode: Key, traffic: {a: 50, b: 20}}}",
                // what is not certain is a note
                "TW-AML-003 note | {name: a, type: computeinstance, size: Standard_DS3_v2}",
                "TW-AML-004 note | {name: a, type: amlcompute, tier: low_priority}",
                "TW-AML-009 note | {command: python x.py, environment: azureml:e:1}",
                "TW-AML-008 note | {name: blue, endpoint_name: chat, model: 'azureml:llama-8b:1', instance_type: Standard_NC24ads_A100_v4}",
                "TW-AML-018 note | {command: python x.py, environment: azureml:e:1, inputs: {rows: 3}}",
                "TW-AML-012 note | {command: python x.py, environment: azureml:e:1, resources: {instance_type: Standard_NC96ads_A100_v4}}",
                "TW-AML-019 warning | {command: 'pip list && nvidia-smi -L', environment: azureml:e:1, resources: {instance_type: Standard_D8s_v5}}",
                // steps of pipelines, and sweeps
                "TW-AML-018 note | {type: pipeline, inputs: {a: 1}, jobs: {a: {type: command, component: azureml:x:1}}}",
                "TW-AML-017 error | {type: pipeline, jobs: {a: {type: command, component: azureml:x:1, inputs: {r: '${{parent.inputs.row}}'}}}}",
                "TW-AML-017 error | {type: pipeline, jobs: {a: {type: command, component: azureml:x:1, inputs: {r: '${{parent.jobs.b.outputs.r}}'}}}}",
                "TW-AML-017 error | {type: sweep, trial: {command: 'python x.py --r ${{search_space.rank}}', environment: azureml:e:1}, search_space: {ranks: {type: choice, values: [1]}}, objective: {goal: minimize, primary_metric: l}}",
                "TW-AML-010 warning | {type: sweep, trial: {command: python x.py, environment: azureml:e:1}, search_space: {}, objective: {goal: minimize, primary_metric: l}}",
                "TW-AML-012 warning | {command: python x.py, environment: azureml:e:1, distribution: {type: pytorch}, resources: {instance_type: Standard_NC96ads_A100_v4}}",
                "TW-AML-011 note | {type: pipeline, jobs: {a: {type: command, component: 'azureml://registries/azureml/components/x/labels/latest'}}}",
            })
    void finds(String expected, String text) {
        assertThat(found(text)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // what is filled in later is not judged
                "TW-AML-017 | {command: 'python x.py ${{inputs.group.rows}}', environment: azureml:e:1, inputs: {group.rows: 1}}",
                "TW-AML-017 | {command: 'python x.py', environment: azureml:e:1, outputs: {m: {type: uri_folder, path: 'azureml://datastores/d/paths/${{name}}/x'}}}",
                "TW-AML-018 | {command: 'python x.py $AZURE_ML_INPUT_rows', environment: azureml:e:1, inputs: {rows: 1}}",
                "TW-AML-015 | {command: 'python x.py --output_dir ${{inputs.name}}', environment: azureml:e:1, inputs: {name: {type: string, default: a}}}",
                "TW-AML-015 | {command: 'python x.py --output_dir ${{inputs.d}}', environment: azureml:e:1, inputs: {d: {type: uri_folder, path: 'azureml:d:1', mode: rw_mount}}}",
                "TW-AML-012 | {command: 'torchrun x.py', environment: azureml:e:1, distribution: {type: pytorch, process_count_per_instance: 1}, resources: {instance_type: Standard_NC96ads_A100_v4}}",
                "TW-AML-013 | {name: a, auth_mode: key, traffic: {blue: 0}}",
                "TW-AML-013 | {name: a, auth_mode: key, traffic: {blue: '${{share}}', green: 10}}",
                "TW-AML-010 | {type: sweep, trial: {command: python x.py, environment: azureml:e:1}, limits: {timeout: 60}, search_space: {}}",
                "TW-AML-007 | {$schema: https://azuremlschemas.azureedge.net/latest/kubernetesOnlineDeployment.schema.json, name: b, endpoint_name: e, instance_type: gpu}",
                "TW-AML-016 | {command: 'python x.py --output_dir ${{outputs.m}}', environment: azureml:e:1, outputs: {m: {mode: upload}}}",
                "TW-AML-019 | {name: b, endpoint_name: e, environment: {image: 'team/vllm-cpu:1'}, instance_type: Standard_D8s_v5}",
                "TW-AML-019 | {command: 'pip install deepspeed && python x.py', environment: azureml:e:1, resources: {instance_type: Standard_D8s_v5}}",
                "TW-AML-015 | {command: 'echo to -> ${{inputs.d}}', environment: azureml:e:1, inputs: {d: {type: uri_folder, path: 'azureml:d:1'}}}",
                "TW-AML-003 | {name: a, type: computeinstance, size: Standard_NC8as_T4_v3, idle_time_before_shutdown_minutes: 60}",
            })
    void isSilentAbout(String rule, String text) {
        assertThat(found(text)).noneMatch(finding -> finding.startsWith(rule));
    }

    @Test
    void coresAreCountedAgainstTheQuotaOfAzureMl() {
        assertThat(found(CLUSTER + "2}", LIMIT.formatted(0))).contains("TW-AML-005 warning");
        assertThat(found(CLUSTER + "1}", LIMIT.formatted(0))).isEmpty();
        String job =
                "{command: python x.py, environment: azureml:e:1, limits: {timeout: 60},"
                        + " resources: {instance_type: Standard_NC24ads_A100_v4}}";
        assertThat(found(job, LIMIT.formatted(0))).isEmpty();
        assertThat(found(job, LIMIT.formatted(24))).containsExactly("TW-AML-005 note");
        // the quota of virtual machines is another one
        String machines =
                "[{\"currentValue\": \"0\", \"limit\": \"0\", \"localName\": \"Standard NCADSA100v4"
                        + " Family vCPUs\", \"name\": {\"value\": \"StandardNCADSA100v4Family\"}}]";
        assertThat(found(job, machines)).containsExactly("TW-AML-005 note");
    }

    @Test
    void aWorkspacesShareIsNotTheQuota() {
        String share = LIMIT.formatted(0).replace("vmFamily/", "workspaces/").replace("24,", "12,");
        assertThat(found(CLUSTER + "1}", share)).isEmpty();
    }

    private static List<String> found(String text, String... beside) {
        List<Document> documents = read("file.yml", text);
        assertThat(documents).isNotEmpty();
        List<Document> besides = beside.length == 0 ? List.of() : read("usages.json", beside[0]);
        return Preflight.look(documents, besides, Circumstances.UNKNOWN).stream()
                .map(finding -> finding.rule().id() + " " + finding.severity().word())
                .toList();
    }

    private static List<Document> read(String name, String text) {
        return Formats.read(new SourceFile(name, text)).documents();
    }
}
