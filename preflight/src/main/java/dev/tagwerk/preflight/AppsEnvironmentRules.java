package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The environments that Container Apps jobs go to: still being made, another one, too old. */
final class AppsEnvironmentRules {
    private static final String T4 = "Consumption-GPU-NC8as-T4";
    private static final Set<String> UNDER_WAY =
            Set.of(
                    "waiting",
                    "inprogress",
                    "initializationinprogress",
                    "infrastructuresetupinprogress",
                    "infrastructuresetupcomplete",
                    "updating");

    private AppsEnvironmentRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-ACA-006", AppsEnvironmentRules::westEurope,
                "TW-ACA-007", AppsEnvironmentRules::creation,
                "TW-ACA-008", AppsEnvironmentRules::otherEnvironment);
    }

    private static void westEurope(Subject subject, Findings findings) {
        Surroundings.of(subject)
                .filter(
                        around ->
                                around.likelyMachine()
                                        .filter(one -> one.name().equals(T4))
                                        .isPresent())
                .forEach(
                        around ->
                                around.environment()
                                        .filter(AppsEnvironmentRules::isOldWestEurope)
                                        .ifPresent(
                                                root ->
                                                        around.app()
                                                                .workload()
                                                                .machine()
                                                                .ifPresent(
                                                                        name ->
                                                                                westEurope(
                                                                                        name,
                                                                                        findings))));
    }

    private static boolean isOldWestEurope(Node environment) {
        return AzureNames.isPrinted(environment)
                && AzureNames.location(environment)
                        .filter(one -> AzureNames.region(one.text()).equals("westeurope"))
                        .isPresent()
                && Surroundings.profiles(environment).stream()
                        .noneMatch(
                                profile ->
                                        profile.text("workloadProfileType")
                                                .filter(one -> one.text().equals(T4))
                                                .isPresent());
    }

    private static void westEurope(Scalar name, Findings findings) {
        findings.add(
                name,
                "an environment that exists in West Europe does not get a T4 profile: only a new one"
                        + " does",
                "az containerapp env create -n NEW -g GROUP -l westeurope"
                        + " --enable-workload-profiles, then az containerapp env workload-profile"
                        + " add --workload-profile-type "
                        + T4);
    }

    private static void creation(Subject subject, Findings findings) {
        subject.all(Format.CONTAINER_APPS_ENVIRONMENT)
                .map(Document::root)
                .forEach(
                        root ->
                                root.text("properties.provisioningState")
                                        .filter(
                                                state ->
                                                        UNDER_WAY.contains(
                                                                state.text()
                                                                        .toLowerCase(Locale.ROOT)))
                                        .ifPresent(
                                                state ->
                                                        findings.note(
                                                                state,
                                                                "the environment is still "
                                                                        + state.text()
                                                                        + ": with a GPU profile"
                                                                        + " this takes about an"
                                                                        + " hour",
                                                                "wait up to 90 minutes; deleting"
                                                                        + " and creating anew"
                                                                        + " starts from the"
                                                                        + " beginning")));
    }

    private static void otherEnvironment(Subject subject, Findings findings) {
        AppsScriptEnvironments.look(subject, findings);
        List<Node> storages =
                subject.beside().stream()
                        .filter(one -> one.format() == Format.CONTAINER_APPS_STORAGE)
                        .map(Document::root)
                        .filter(root -> Surroundings.owner(root).isPresent())
                        .toList();
        List<String> given =
                Stream.concat(
                                subject.beside().stream()
                                        .filter(
                                                one ->
                                                        one.format()
                                                                == Format
                                                                        .CONTAINER_APPS_ENVIRONMENT)
                                        .flatMap(one -> AzureNames.name(one.root()).stream()),
                                storages.stream().flatMap(one -> Surroundings.owner(one).stream()))
                        .distinct()
                        .toList();
        ContainerApp.of(subject)
                .filter(app -> !given.isEmpty())
                .filter(
                        app ->
                                app.environmentName()
                                        .filter(
                                                name ->
                                                        given.stream()
                                                                .noneMatch(name::equalsIgnoreCase))
                                        .isPresent())
                .forEach(
                        app ->
                                app.workload()
                                        .environment()
                                        .ifPresent(
                                                id ->
                                                        otherEnvironment(
                                                                app, id, storages, given,
                                                                findings)));
    }

    /** Storages of the very names that it mounts, elsewhere: that environment was meant. */
    private static void otherEnvironment(
            ContainerApp app,
            Scalar id,
            List<Node> storages,
            List<String> given,
            Findings findings) {
        List<String> wanted =
                app.workload().volumes().stream()
                        .flatMap(volume -> volume.storage().stream())
                        .map(Scalar::text)
                        .toList();
        Set<String> names =
                storages.stream()
                        .flatMap(one -> AzureNames.name(one).stream())
                        .collect(Collectors.toSet());
        boolean surely = !wanted.isEmpty() && names.containsAll(wanted);
        findings.add(
                surely ? Severity.WARNING : Severity.NOTE,
                id,
                id.anchor(),
                "it goes to the environment "
                        + AzureNames.last(id.text())
                        + "; what is given beside belongs to "
                        + String.join(", ", given),
                "environmentId: …/managedEnvironments/" + given.getFirst());
    }
}
