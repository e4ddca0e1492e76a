package dev.tagwerk.formats;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerAppsReaderTest {
    private static final String JOB =
            """
            name: lora-train
            location: swedencentral
            properties:
              environmentId: /subscriptions/S/resourceGroups/RG/providers/Microsoft.App/managedEnvironments/ENV
              workloadProfileName: gpu-t4
              configuration:
                triggerType: Manual
                replicaTimeout: 25200
                replicaRetryLimit: 2
                manualTriggerConfig: {parallelism: 3, replicaCompletionCount: 3}
              template:
                containers:
                - name: train
                  image: myreg.azurecr.io/lora:1
                  args: ["--config", "/data/train.yaml"]
                  env:
                  - {name: HF_HOME, value: /cache/hf}
                  - {name: HF_TOKEN, secretRef: hf-token}
                  resources: {cpu: 8, memory: 56Gi}
                  volumeMounts:
                  - {volumeName: cache, mountPath: /cache}
                volumes:
                - {name: cache, storageType: AzureFile, storageName: cache, mountOptions: "mfsymlinks"}
            """;

    @Test
    void readsTheYamlOfTheCommandLine() {
        Document job = only("job.yaml", JOB);
        assertThat(job.format()).isEqualTo(Format.CONTAINER_APPS_JOB);
        Workload workload = job.workloads().getFirst();
        assertThat(workload.kind()).isEqualTo(Workload.Kind.JOB);
        assertThat(workload.machine()).map(Scalar::text).contains("gpu-t4");
        assertThat(workload.gpu()).flatMap(Gpus::model).contains("T4");
        assertThat(workload.timeout()).map(Located::value).contains(Duration.ofHours(7));
        assertThat(workload.retries()).map(Located::value).contains(2);
        assertThat(workload.parallelism()).map(Located::value).contains(3);
        Container train = workload.containers().getFirst();
        assertThat(train.cpu()).map(Located::value).contains(new BigDecimal("8"));
        assertThat(train.memory()).map(Located::value).contains(56L << 30);
        assertThat(train.env("HF_HOME")).map(Scalar::text).contains("/cache/hf");
        assertThat(train.env("HF_TOKEN")).isEmpty();
        assertThat(workload.volume(train.mounts().getFirst()))
                .map(Volume::type)
                .contains(Volume.Type.AZURE_FILES_SMB);
    }

    @Test
    void readsAnAppWithoutPropertiesAroundIt() {
        Document app =
                only(
                        "app.yaml",
                        """
                        location: swedencentral
                        managedEnvironmentId: /x/managedEnvironments/E
                        configuration: {ingress: {external: true, targetPort: 80}}
                        template:
                          containers: [{name: web, image: nginx}]
                          scale: {minReplicas: 0, maxReplicas: 4}
                        """);
        assertThat(app.format()).isEqualTo(Format.CONTAINER_APPS_APP);
        Workload workload = app.workloads().getFirst();
        assertThat(workload.containers()).hasSize(1);
        assertThat(workload.parallelism()).map(Located::value).contains(4);
        assertThat(workload.environment()).map(Scalar::text).contains("/x/managedEnvironments/E");
    }

    @Test
    void readsEveryResourceOfATemplateAndOfDeploymentsInIt() {
        List<Document> documents =
                Formats.read(
                                new SourceFile(
                                        "main.json",
                                        """
                                        {"$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
                                         "contentVersion": "1.0.0.0",
                                         "resources": [
                                          {"type": "Microsoft.App/managedEnvironments", "apiVersion": "2026-01-01",
                                           "name": "env", "location": "swedencentral",
                                           "properties": {"workloadProfiles": []},
                                           "resources": [
                                            {"type": "storages", "name": "data", "apiVersion": "2026-01-01",
                                             "properties": {"azureFile": {"shareName": "data"}}}]},
                                          {"type": "Microsoft.Resources/deployments", "name": "inner",
                                           "properties": {"template": {"$schema": "deploymentTemplate.json#",
                                            "contentVersion": "1.0.0.0",
                                            "resources": {
                                             "job": {"type": "Microsoft.App/jobs", "name": "[parameters('name')]",
                                              "properties": {"template": {"containers": "[parameters('containers')]"}}},
                                             "old": {"existing": true, "type": "Microsoft.App/jobs", "name": "old"}}}}},
                                          {"type": "Microsoft.Storage/storageAccounts", "name": "acc", "location": "westeurope"}]}
                                        """))
                        .documents();
        assertThat(documents)
                .extracting(Document::format)
                .containsExactly(
                        Format.CONTAINER_APPS_ENVIRONMENT,
                        Format.CONTAINER_APPS_STORAGE,
                        Format.CONTAINER_APPS_JOB,
                        Format.STORAGE_ACCOUNT);
        assertThat(documents.get(2).workloads().getFirst().containers()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CONTAINER_APPS_STORAGE | [{\"name\":\"data\",\"type\":\"Microsoft.App/managedEnvironments/storages\",\"properties\":{\"azureFile\":{\"accessMode\":\"ReadOnly\"}}}]",
                "CONTAINER_APPS_USAGES | [{\"currentValue\":0,\"limit\":1,\"name\":{\"value\":\"ManagedEnvironmentConsumptionT4Gpus\"}}]",
                "CONTAINER_APPS_USAGES | {\"value\":[{\"currentValue\":0,\"limit\":0,\"name\":{\"value\":\"SubscriptionDedicatedNCA100Gpus\"}}]}",
                "AZURE_QUOTA | [{\"currentValue\":0,\"limit\":24,\"name\":{\"value\":\"standardNCASv3_T4Family\"}}]",
                "AZURE_QUOTA | [{\"name\":\"SubscriptionConsumptionT4Gpus\",\"type\":\"Microsoft.Quota/Quotas\",\"properties\":{\"limit\":{\"value\":1}}}]",
                "AZURE_QUOTA | [{\"current_value\":0,\"limit\":24,\"name\":{\"value\":\"Standard NCASv3_T4 Family Cluster Dedicated vCPUs\"}}]",
                "AZURE_QUOTA | {\"value\":[{\"type\":\"Microsoft.MachineLearningServices/vmFamily/quotas\",\"limit\":48}]}",
                "RESOURCE_PROVIDERS | [{\"namespace\":\"Microsoft.App\",\"registrationState\":\"NotRegistered\"}]",
                "STORAGE_ACCOUNT | {\"name\":\"acc\",\"type\":\"Microsoft.Storage/storageAccounts\",\"allowSharedKeyAccess\":false}",
                "ROLE_ASSIGNMENTS | [{\"roleDefinitionName\":\"Contributor\",\"scope\":\"/subscriptions/S\"}]",
                "AZURE_PERMISSIONS | {\"value\":[{\"actions\":[\"*\"],\"notActions\":[\"Microsoft.Authorization/*/Write\"]}]}",
                "AZURE_SUBNET | {\"name\":\"aca\",\"type\":\"Microsoft.Network/virtualNetworks/subnets\",\"addressPrefix\":\"10.0.0.0/27\"}",
                "LIFECYCLE_POLICY | {\"rules\":[{\"name\":\"r\",\"type\":\"Lifecycle\",\"definition\":{\"actions\":{},\"filters\":{}}}]}",
                "LIFECYCLE_POLICY | {\"name\":\"DefaultManagementPolicy\",\"type\":\"Microsoft.Storage/storageAccounts/managementPolicies\",\"policy\":{\"rules\":[]}}",
                "CONTAINER_APPS_PROFILES | [{\"name\":\"Consumption-GPU-NC8as-T4\",\"properties\":{\"category\":\"Consumption-GPU-NC8as-T4\",\"cores\":8}}]",
                "CONTAINER_APPS_ENVIRONMENT | {\"name\":\"env\",\"type\":\"Microsoft.App/managedEnvironments\",\"properties\":{\"vnetConfiguration\":null}}",
            })
    void readsWhatTheCommandLinePrints(Format format, String text) {
        assertThat(Formats.read(new SourceFile("state.json", text)).documents())
                .extracting(Document::format)
                .containsExactly(format);
    }

    @Test
    void otherResourcesOfAzureAreNotTheirs() {
        assertThat(
                        Formats.read(
                                        new SourceFile(
                                                "vm.json",
                                                "{\"type\": \"Microsoft.Compute/virtualMachines\","
                                                        + " \"properties\": {\"template\":"
                                                        + " {\"containers\": []}}}"))
                                .documents())
                .isEmpty();
    }

    @Test
    void queriesHaveAKindOfTheirOwn() {
        assertThat(only("logs.kql", "ContainerAppConsoleLogs_CL | take 5").format())
                .isEqualTo(Format.LOG_QUERY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[parameters('x')]; true",
                "[format('{0}/data', parameters('env'))]; true",
                "${IMAGE}; true",
                "{{ image }}; true",
                "<ENVIRONMENT_ID>; true",
                "[[literal]; false",
                "[1, 2]; false",
                "swedencentral; false",
            })
    void placesThatSomethingElseFillsInAreKnown(String text, boolean expected) {
        assertThat(Placeholders.in(text)).isEqualTo(expected);
    }

    private static Document only(String name, String text) {
        List<Document> documents = Formats.read(new SourceFile(name, text)).documents();
        assertThat(documents).hasSize(1);
        return documents.getFirst();
    }
}
