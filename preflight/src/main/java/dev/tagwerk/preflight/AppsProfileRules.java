package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Machines;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Workload profiles of Container Apps, and the processor and memory asked of them. */
final class AppsProfileRules {
    private AppsProfileRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-ACA-002", AppsProfileRules::counts,
                "TW-ACA-003", AppsProfileRules::missing,
                "TW-ACA-004", AppsProfileRules::typeForName);
    }

    private static void counts(Subject subject, Findings findings) {
        subject.own(Format.CONTAINER_APPS_ENVIRONMENT)
                .map(Document::root)
                .filter(root -> !AzureNames.isPrinted(root))
                .flatMap(root -> Surroundings.profiles(root).stream())
                .filter(
                        profile ->
                                profile.text("workloadProfileType")
                                        .filter(one -> one.text().startsWith("Consumption"))
                                        .isPresent())
                .forEach(
                        profile ->
                                Stream.of("minimumCount", "maximumCount")
                                        .flatMap(key -> profile.text(key).stream())
                                        .forEach(count -> count(profile, count, findings)));
    }

    private static void count(Node profile, Scalar count, Findings findings) {
        findings.add(
                count,
                AzureNames.key(count)
                        + " is not supported for "
                        + profile.text("workloadProfileType").map(Scalar::text).orElse("")
                        + ", which scales by replicas",
                "{name: "
                        + profile.text("name").map(Scalar::text).orElse("NAME")
                        + ", workloadProfileType: "
                        + profile.text("workloadProfileType").map(Scalar::text).orElse("TYPE")
                        + "}",
                Removal.edits(profile, AzureNames.key(count)));
    }

    private static void missing(Subject subject, Findings findings) {
        Surroundings.of(subject)
                .forEach(
                        around ->
                                around.app()
                                        .workload()
                                        .machine()
                                        .filter(name -> !name.isPlaceholder())
                                        .filter(name -> around.profile().isEmpty())
                                        .filter(name -> byType(around, name).isEmpty())
                                        .ifPresent(name -> missing(around, name, findings)));
    }

    private static void missing(Surroundings around, Scalar name, Findings findings) {
        Optional<List<Node>> profiles = around.profiles();
        if (profiles.isEmpty() || profiles.get().stream().anyMatch(AppsProfileRules::isComputed)) {
            return;
        }
        // a template may compute its name, which is then no name to say
        Optional<String> known = around.environment().flatMap(AzureNames::name);
        String environment = known.orElse("ENV");
        String spoken = "the environment" + known.map(one -> " " + one).orElse("");
        if (profiles.get().isEmpty()) {
            findings.add(
                    name,
                    spoken
                            + " has no workload profiles at all: one of the kind that is only"
                            + " Consumption cannot get any",
                    "a new environment: az containerapp env create -n NAME -g GROUP"
                            + " --enable-workload-profiles");
            return;
        }
        String type = around.likelyMachine().map(Machine::name).orElse("Consumption-GPU-NC8as-T4");
        findings.add(
                name,
                spoken
                        + " has no workload profile "
                        + Spoken.quoted(name)
                        + "; it has "
                        + names(profiles.get()),
                "az containerapp env workload-profile add -n "
                        + environment
                        + " -g GROUP --workload-profile-name "
                        + name.text()
                        + " --workload-profile-type "
                        + type);
    }

    private static boolean isComputed(Node profile) {
        return profile.text("name").map(Scalar::isPlaceholder).orElse(true);
    }

    private static String names(List<Node> profiles) {
        return String.join(
                ", ",
                profiles.stream()
                        .flatMap(profile -> profile.text("name").stream())
                        .map(Scalar::text)
                        .toList());
    }

    /** The environment's profile whose type stands where its name belongs. */
    private static Optional<Scalar> byType(Surroundings around, Scalar name) {
        return around.profiles().orElse(List.of()).stream()
                .filter(
                        profile ->
                                profile.text("workloadProfileType")
                                        .filter(type -> type.text().equalsIgnoreCase(name.text()))
                                        .isPresent())
                .flatMap(profile -> profile.text("name").stream())
                .filter(other -> !other.isPlaceholder())
                .findFirst();
    }

    private static void typeForName(Subject subject, Findings findings) {
        Surroundings.of(subject)
                .filter(around -> around.profile().isEmpty())
                .forEach(
                        around ->
                                around.app()
                                        .workload()
                                        .machine()
                                        .filter(name -> !name.isPlaceholder())
                                        .ifPresent(name -> typeForName(around, name, findings)));
    }

    private static void typeForName(Surroundings around, Scalar name, Findings findings) {
        Optional<Scalar> real = byType(around, name);
        if (real.isPresent()) {
            findings.add(
                    name,
                    Spoken.quoted(name)
                            + " is the profile's type; its name is "
                            + real.get().text(),
                    "workloadProfileName: " + real.get().text(),
                    Replacement.of(name, real.get().text()));
        } else if (around.profiles().isEmpty()
                && name.text().startsWith("Consumption-")
                && Machines.find(Surroundings.SERVICE, name.text()).isPresent()) {
            findings.note(
                    name,
                    Spoken.quoted(name) + " is a profile's type; the profile's name is wanted",
                    "workloadProfileName: the name that az containerapp env workload-profile list"
                            + " shows");
        }
    }
}
