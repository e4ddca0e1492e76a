package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What {@code az} command lines say is judged by the rules that judge files. */
class ScriptLinesTest {
    private static final String JOB =
            """
            az containerapp job create -n lora -g rg --environment ENV --trigger-type Manual \\
              --replica-timeout 1800 --replica-retry-limit 3 --parallelism 2 \\
              --workload-profile-name gpu-t4 --cpu 8 --memory 56Gi \\
              --image r.io/lora@sha256:0000000000000000000000000000000000000000000000000000000000000000
            """;

    private static final String SHOWN =
            """
            {"name": "ENV", "type": "Microsoft.App/managedEnvironments", "location": "North Europe",
             "id": "/subscriptions/S/resourceGroups/RG/providers/Microsoft.App/managedEnvironments/ENV",
             "properties": {"provisioningState": "Succeeded",
              "appLogsConfiguration": {"destination": "log-analytics"},
              "workloadProfiles": [{"name": "gpu", "workloadProfileType": "Consumption-GPU-NC8as-T4"}]}}
            """;

    private static List<Document> read(String name, String text) {
        return Formats.read(new SourceFile(name, text)).documents();
    }

    private static List<String> found(
            String script, Map<String, String> options, String... beside) {
        List<Document> given =
                java.util.Arrays.stream(beside)
                        .flatMap(text -> read("beside.json", text).stream())
                        .toList();
        return Preflight.look(read("deploy.sh", script), given, ExampleOptions.read(options))
                .stream()
                .filter(finding -> finding.severity() != Severity.NOTE)
                .map(
                        finding ->
                                finding.place().line()
                                        + ":"
                                        + finding.place().column()
                                        + " "
                                        + finding.rule().id()
                                        + " "
                                        + finding.write())
                .toList();
    }

    @Test
    void aJobOfACommandLineIsJudgedAsOneOfAFile() {
        assertThat(found(JOB, Map.of("duration", "4h")))
                .containsExactlyInAnyOrder(
                        "2:21 TW-ACA-014 --replica-timeout 21600",
                        "2:48 TW-ACA-017 --replica-retry-limit 0",
                        "2:64 TW-ACA-018 --parallelism 1");
    }

    @Test
    void aRegionOnTheCommandLineCountsWhereNoFileSaysOne() {
        assertThat(found(JOB, Map.of("region", "germanywestcentral")))
                .anySatisfy(one -> assertThat(one).startsWith("3:27 TW-ACA-005"));
        assertThat(found(JOB, Map.of("region", "swedencentral")))
                .noneSatisfy(one -> assertThat(one).contains("TW-ACA-005"));
    }

    @Test
    void anEnvironmentGivenBesideTellsTheRegion() {
        String job = JOB.replace("gpu-t4", "gpu");
        assertThat(found(job, Map.of(), SHOWN))
                .anySatisfy(one -> assertThat(one).startsWith("3:27 TW-ACA-005"));
        assertThat(found(job, Map.of(), SHOWN.replace("North Europe", "Sweden Central")))
                .noneSatisfy(one -> assertThat(one).contains("TW-ACA-005"));
        assertThat(
                        Preflight.look(
                                read("deploy.sh", job),
                                read("beside.json", SHOWN),
                                ExampleOptions.read(Map.of("region", "swedencentral"))))
                .extracting(finding -> finding.rule().id())
                .contains("TW-ACA-031");
    }

    @Test
    void updatesAndStartsSayNothingOfWhatTheyLeaveAlone() {
        assertThat(
                        found(
                                """
                                az containerapp job update -n lora -g rg --cpu 8 --memory 56Gi
                                az containerapp job start -n lora -g rg --image r.io/lora:1 --cpu 8 --memory 56Gi \\
                                  --env-vars TOKEN=secretref:hub --args "--output_dir /output"
                                az containerapp update -n serve -g rg --set-env-vars KEY=secretref:key
                                """,
                                Map.of(),
                                SHOWN))
                .isEmpty();
    }

    @Test
    void theWizardsSecondEnvironment() {
        String made = "az containerapp env create -n made -g rg --location westeurope\n";
        String job =
                JOB.replace("gpu-t4", "Consumption").replace("8 --memory 56Gi", "4 --memory 8Gi");
        assertThat(found(made + job, Map.of()))
                .anySatisfy(one -> assertThat(one).isEqualTo("2:56 TW-ACA-008 --environment made"));
        assertThat(found(made + job.replace("--environment ENV", ""), Map.of()))
                .anySatisfy(one -> assertThat(one).isEqualTo("2:1 TW-ACA-008 --environment made"));
        assertThat(found(made + job.replace("ENV", "made"), Map.of()))
                .noneSatisfy(one -> assertThat(one).contains("TW-ACA-008"));
        assertThat(found("E=made\n" + made + job.replace("ENV", "\"$E\""), Map.of()))
                .noneSatisfy(one -> assertThat(one).contains("TW-ACA-008"));
        assertThat(found(made.replace("made", "$NAME") + job, Map.of()))
                .noneSatisfy(one -> assertThat(one).contains("TW-ACA-008"));
    }

    @Test
    void profilesAndRegionsOfTheScriptItself() {
        String script =
                """
                LOCATION=northeurope
                az storage account create -n loradata -g rg -l westeurope --sku Standard_LRS
                az containerapp env create -n ENV -g rg --location $LOCATION
                az containerapp env workload-profile add -n ENV -g rg --workload-profile-name gpu-t4 \\
                  --workload-profile-type Consumption-GPU-NC8as-T4
                az containerapp env storage set -n ENV -g rg --storage-name output \\
                  --azure-file-account-name loradata --azure-file-account-key "$KEY" \\
                  --azure-file-share-name output --access-mode ReadWrite
                """;
        assertThat(found(script, Map.of()))
                .extracting(one -> one.substring(0, one.indexOf(' ', one.indexOf(' ') + 1)))
                .containsExactlyInAnyOrder("5:27 TW-ACA-005", "2:48 TW-STO-011");
        assertThat(
                        found(
                                script.replace("northeurope", "swedencentral")
                                        .replace("westeurope", "swedencentral"),
                                Map.of()))
                .isEmpty();
        assertThat(found(script + JOB.replace("gpu-t4", "gpu-a100"), Map.of()))
                .anySatisfy(one -> assertThat(one).startsWith("11:27 TW-ACA-003"));
    }

    @Test
    void whatAFixPutsIntoAWordStaysAWord() {
        Finding timeout =
                Preflight.look(
                                read("deploy.sh", JOB.replace("timeout 1800", "timeout=1800")),
                                List.of(),
                                ExampleOptions.read(Map.of("duration", "4h")))
                        .stream()
                        .filter(finding -> finding.rule().id().equals("TW-ACA-014"))
                        .findFirst()
                        .orElseThrow();
        Edit edit = timeout.edits().getFirst();
        String text = edit.source().text();
        assertThat(
                        text.substring(0, edit.span().start())
                                + edit.replacement()
                                + text.substring(edit.span().end()))
                .contains("--replica-timeout=21600 --replica-retry-limit");
    }

    @Test
    void anAccountGivenBesideAloneIsHeldAgainstTheRegion() {
        String job =
                """
                type: Microsoft.App/jobs
                location: swedencentral
                properties:
                  environmentId: /subscriptions/S/resourceGroups/RG/providers/Microsoft.App/managedEnvironments/ENV
                  configuration: {triggerType: Manual, replicaTimeout: 7200, replicaRetryLimit: 0}
                  template:
                    containers:
                    - name: train
                      image: r.io/lora:1
                      resources: {cpu: 2, memory: 4Gi}
                      volumeMounts: [{volumeName: out, mountPath: /out}]
                    volumes: [{name: out, storageType: AzureFile, storageName: out}]
                """;
        String account =
                """
                {"name": "loradata", "type": "Microsoft.Storage/storageAccounts", "location": "westeurope"}
                """;
        Optional<Finding> finding =
                Preflight.look(
                                read("job.yaml", job),
                                read("account.json", account),
                                Circumstances.UNKNOWN)
                        .stream()
                        .filter(one -> one.rule().id().equals("TW-STO-011"))
                        .findFirst();
        assertThat(finding).map(Finding::severity).contains(Severity.WARNING);
    }
}
