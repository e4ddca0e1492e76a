package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Items;
import dev.tagwerk.formats.Located;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.market.Machine;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What an Azure subscription allows: GPU quota, resource providers, roles, identities. */
final class AppsAccountRules {
    private AppsAccountRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-ACA-009", AppsAccountRules::otherCounters,
                "TW-ACA-010", AppsAccountRules::quota,
                "TW-ACA-011", AppsAccountRules::providers,
                "TW-ACA-012", AppsAccountRules::roles,
                "TW-ACA-013", AppsAccountRules::systemIdentity);
    }

    /** The entries of listings, however many documents they came as. */
    private static Stream<Node> entries(Subject subject, Format... formats) {
        return subject.all(formats)
                .map(Document::root)
                .flatMap(root -> root instanceof Items ? root.items().stream() : Stream.of(root));
    }

    private static String counter(Node usage) {
        return usage.text("name.value").or(() -> usage.text("name")).map(Scalar::text).orElse("");
    }

    private static boolean isAboutGpu(Subject subject) {
        return ContainerApp.of(subject).anyMatch(ContainerApp::wantsGpu);
    }

    private static void otherCounters(Subject subject, Findings findings) {
        List<Node> usages = entries(subject, Format.CONTAINER_APPS_USAGES).toList();
        boolean ofEnvironment =
                usages.stream()
                        .anyMatch(one -> counter(one).startsWith("ManagedEnvironmentConsumption"));
        if (usages.isEmpty() || ofEnvironment || !isAboutGpu(subject)) {
            return;
        }
        findings.note(
                usages.getFirst(),
                "these are a region's usages: they do not count the GPUs by the second, and their"
                        + " zeros say nothing",
                "az containerapp env list-usages -n ENV -g GROUP -o json");
    }

    private static void quota(Subject subject, Findings findings) {
        Surroundings.of(subject)
                .forEach(
                        around ->
                                around.likelyMachine()
                                        .ifPresent(
                                                machine ->
                                                        machine.quotaFamily()
                                                                .ifPresent(
                                                                        family ->
                                                                                quota(
                                                                                        around,
                                                                                        machine,
                                                                                        family,
                                                                                        findings))));
    }

    private static void quota(
            Surroundings around, Machine machine, String family, Findings findings) {
        long wanted =
                Math.max(1, around.app().workload().parallelism().map(Located::value).orElse(1));
        entries(around.subject(), Format.CONTAINER_APPS_USAGES)
                .filter(usage -> counter(usage).equalsIgnoreCase(family))
                .findFirst()
                .ifPresent(usage -> quota(usage, wanted, machine, findings));
    }

    private static void quota(Node usage, long wanted, Machine machine, Findings findings) {
        Optional<Scalar> limit = usage.text("limit");
        long most = limit.flatMap(Scalar::asNumber).map(BigDecimal::longValue).orElse(wanted);
        long used =
                usage.text("currentValue")
                        .flatMap(Scalar::asNumber)
                        .map(BigDecimal::longValue)
                        .orElse(0L);
        if (limit.isEmpty() || used + wanted <= most) {
            return;
        }
        boolean never = wanted > most;
        findings.add(
                never ? Severity.ERROR : Severity.WARNING,
                limit.get(),
                limit.get().anchor(),
                counter(usage)
                        + " is "
                        + most
                        + (never
                                ? ", and " + wanted + (wanted == 1 ? " GPU is" : " GPUs are")
                                : " and " + used + " in use, so that no more is free: " + wanted)
                        + " wanted of "
                        + machine.name(),
                "a support request \"Managed Environment Consumption "
                        + machine.gpu().map(one -> one.family()).orElse("")
                        + " Gpus\", or fewer at a time");
    }

    private static void providers(Subject subject, Findings findings) {
        List<String> needed = needed(subject);
        if (needed.isEmpty()) {
            return;
        }
        entries(subject, Format.RESOURCE_PROVIDERS)
                .forEach(
                        provider ->
                                provider.text("registrationState")
                                        .filter(
                                                state ->
                                                        state.text()
                                                                .toLowerCase(Locale.ROOT)
                                                                .matches(
                                                                        "notregistered|unregistered"))
                                        .ifPresent(
                                                state ->
                                                        provider.text("namespace")
                                                                .map(Scalar::text)
                                                                .filter(needed::contains)
                                                                .ifPresent(
                                                                        name ->
                                                                                findings.add(
                                                                                        state,
                                                                                        name
                                                                                                + " is not registered"
                                                                                                + " in this"
                                                                                                + " subscription",
                                                                                        "az provider"
                                                                                                + " register"
                                                                                                + " --wait"
                                                                                                + " -n "
                                                                                                + name))));
    }

    /** The providers that the file makes use of. */
    private static List<String> needed(Subject subject) {
        List<String> needed = new ArrayList<>();
        if (subject.own(
                        Format.CONTAINER_APPS_JOB,
                        Format.CONTAINER_APPS_APP,
                        Format.CONTAINER_APPS_ENVIRONMENT)
                .findAny()
                .isEmpty()) {
            return needed;
        }
        needed.add("Microsoft.App");
        String text =
                subject.documents().stream().map(one -> one.source().text()).findFirst().orElse("");
        if (text.contains(".azurecr.io")) {
            needed.add("Microsoft.ContainerRegistry");
        }
        if (text.contains("AzureFile")) {
            needed.add("Microsoft.Storage");
        }
        if (text.contains("keyVaultUrl")) {
            needed.add("Microsoft.KeyVault");
        }
        if (text.contains("log-analytics")) {
            needed.add("Microsoft.OperationalInsights");
        }
        return needed;
    }

    /** A template that assigns roles, deployed by somebody who must not. */
    private static void roles(Subject subject, Findings findings) {
        List<Node> permissions = entries(subject, Format.AZURE_PERMISSIONS).toList();
        if (permissions.isEmpty() || permissions.stream().anyMatch(AppsAccountRules::mayAssign)) {
            return;
        }
        subject.own(Format.ROLE_ASSIGNMENTS)
                .map(Document::root)
                .filter(root -> root.get("apiVersion").isPresent())
                .flatMap(root -> root.get("type").stream())
                .forEach(
                        type ->
                                findings.add(
                                        type,
                                        "these permissions do not include"
                                                + " Microsoft.Authorization/roleAssignments/write:"
                                                + " a Contributor cannot assign roles",
                                        "an owner assigns the role once, or the registry's password"
                                                + " as a secret"));
    }

    private static boolean mayAssign(Node permission) {
        String action = "microsoft.authorization/roleassignments/write";
        return texts(permission, "actions").anyMatch(pattern -> matches(pattern, action))
                && texts(permission, "notActions").noneMatch(pattern -> matches(pattern, action));
    }

    private static Stream<String> texts(Node node, String key) {
        return node.get(key).map(Node::items).orElse(List.of()).stream()
                .flatMap(item -> item.scalar().stream())
                .map(text -> text.text().toLowerCase(Locale.ROOT));
    }

    /** Azure's wildcards: {@code *} stands for anything, slashes too. */
    private static boolean matches(String pattern, String action) {
        String[] parts = pattern.split("\\*", -1);
        if (parts.length == 1) {
            return pattern.equals(action);
        }
        int at = parts[0].length();
        if (parts.length > 10 || !action.startsWith(parts[0])) {
            return false;
        }
        for (int index = 1; index < parts.length - 1; index++) {
            int found = action.indexOf(parts[index], at);
            if (found < 0) {
                return false;
            }
            at = found + parts[index].length();
        }
        String last = parts[parts.length - 1];
        return action.length() - last.length() >= at && action.endsWith(last);
    }

    private static void systemIdentity(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .filter(app -> !app.isPrinted())
                .flatMap(app -> app.items("configuration.registries").stream())
                .flatMap(registry -> registry.text("identity").stream())
                .filter(identity -> identity.text().equalsIgnoreCase("system"))
                .forEach(
                        identity ->
                                findings.add(
                                        identity,
                                        "the system identity does not exist before the first"
                                                + " creation, and cannot pull the image for it",
                                        "identity: /subscriptions/…/userAssignedIdentities/NAME"
                                                + " with the role AcrPull"));
    }
}
