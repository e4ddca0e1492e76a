package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Mount;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.spec.Nearest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names within a Container Apps file that point to each other: secrets, volumes, mounts. */
final class AppsReferenceRules {
    private static final Set<String> SECRET_KEYS = Set.of("secretRef", "passwordSecretRef");

    private AppsReferenceRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-ACA-022", AppsReferenceRules::secretUndefined,
                "TW-ACA-023", AppsReferenceRules::secretUnused,
                "TW-ACA-024", AppsReferenceRules::mountWithoutVolume,
                "TW-ACA-025", AppsReferenceRules::volumeWithoutMount,
                "TW-ACA-026", AppsReferenceRules::mountPath);
    }

    private static void secretUndefined(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .filter(app -> app.isWritten("configuration.secrets"))
                .filter(app -> app.configuration().map(one -> one.scalar().isEmpty()).orElse(true))
                .forEach(
                        app -> {
                            Set<String> defined = names(app.items("configuration.secrets"));
                            references(app)
                                    .filter(name -> !name.isPlaceholder())
                                    .filter(name -> !defined.contains(name.text()))
                                    .forEach(name -> secretUndefined(name, defined, findings));
                        });
    }

    private static void secretUndefined(Scalar name, Set<String> defined, Findings findings) {
        Optional<String> near = Nearest.to(name.text(), defined);
        findings.add(
                name,
                "there is no secret " + Spoken.quoted(name) + " among configuration.secrets",
                near.map(other -> "secretRef: " + other)
                        .orElse(
                                "configuration.secrets: [{name: "
                                        + name.text()
                                        + ", keyVaultUrl: https://VAULT.vault.azure.net/secrets/"
                                        + name.text()
                                        + ", identity: system}]"));
    }

    private static void secretUnused(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .forEach(
                        app -> {
                            List<Scalar> used = references(app).toList();
                            if (used.stream().anyMatch(Scalar::isPlaceholder)
                                    || mountsAllSecrets(app)
                                    || isLoose(app)) {
                                return;
                            }
                            Set<String> names =
                                    used.stream().map(Scalar::text).collect(Collectors.toSet());
                            app.items("configuration.secrets").stream()
                                    .flatMap(secret -> secret.text("name").stream())
                                    .filter(name -> !names.contains(name.text()))
                                    .forEach(
                                            name ->
                                                    findings.note(
                                                            name,
                                                            "nothing refers to the secret "
                                                                    + Spoken.quoted(name),
                                                            "env: [{name: VARIABLE, secretRef: "
                                                                    + name.text()
                                                                    + "}]"));
                        });
    }

    /** A volume of type Secret without a list of its own holds every secret. */
    private static boolean mountsAllSecrets(ContainerApp app) {
        return app.items("template.volumes").stream()
                .anyMatch(
                        volume ->
                                volume.text("storageType")
                                                .filter(
                                                        type ->
                                                                type.text()
                                                                        .equalsIgnoreCase("Secret"))
                                                .isPresent()
                                        && volume.get("secrets")
                                                .map(Node::items)
                                                .orElse(List.of())
                                                .isEmpty());
    }

    /** Whether parts that may refer to something are filled in by a template later. */
    private static boolean isLoose(ContainerApp app) {
        return !app.isWritten("template.containers")
                || !app.isWritten("template.volumes")
                || !app.isWritten("configuration.registries")
                || app.items("template.containers").stream()
                        .anyMatch(
                                container ->
                                        container.get("env").flatMap(Node::scalar).isPresent()
                                                || container
                                                        .get("volumeMounts")
                                                        .flatMap(Node::scalar)
                                                        .isPresent());
    }

    private static Stream<Scalar> references(ContainerApp app) {
        return app.properties()
                .walk()
                .flatMap(node -> node.fields().stream())
                .filter(field -> SECRET_KEYS.contains(field.name()))
                .flatMap(field -> field.value().scalar().stream())
                .filter(name -> !name.isNothing() && !name.text().isEmpty());
    }

    private static Set<String> names(List<Node> items) {
        return items.stream()
                .flatMap(item -> item.text("name").stream())
                .map(Scalar::text)
                .collect(Collectors.toSet());
    }

    private static void mountWithoutVolume(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .filter(app -> app.isWritten("template.volumes"))
                .forEach(
                        app -> {
                            Set<String> defined = names(app.items("template.volumes"));
                            mounts(app)
                                    .flatMap(mount -> mount.node().text("volumeName").stream())
                                    .filter(name -> !name.isPlaceholder())
                                    .filter(name -> !defined.contains(name.text()))
                                    .forEach(name -> mountWithoutVolume(name, defined, findings));
                        });
    }

    private static void mountWithoutVolume(Scalar name, Set<String> defined, Findings findings) {
        findings.add(
                name,
                "there is no volume " + Spoken.quoted(name) + " under template.volumes",
                Nearest.to(name.text(), defined)
                        .map(near -> "volumeName: " + near)
                        .orElse(
                                "template.volumes: [{name: "
                                        + name.text()
                                        + ", storageType: AzureFile, storageName: STORAGE}]"));
    }

    private static void volumeWithoutMount(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .filter(app -> !isLoose(app))
                .forEach(
                        app -> {
                            Set<String> mounted =
                                    mounts(app).map(Mount::volume).collect(Collectors.toSet());
                            app.items("template.volumes").stream()
                                    .flatMap(volume -> volume.text("name").stream())
                                    .filter(name -> !name.isPlaceholder())
                                    .filter(name -> !mounted.contains(name.text()))
                                    .forEach(
                                            name ->
                                                    findings.note(
                                                            name,
                                                            "no container mounts the volume "
                                                                    + Spoken.quoted(name),
                                                            "volumeMounts: [{volumeName: "
                                                                    + name.text()
                                                                    + ", mountPath: /PATH}]"));
                        });
    }

    private static Stream<Mount> mounts(ContainerApp app) {
        return app.containers().flatMap(container -> container.mounts().stream());
    }

    private static void mountPath(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .flatMap(ContainerApp::containers)
                .forEach(container -> mountPath(container, findings));
    }

    private static void mountPath(Container container, Findings findings) {
        Map<String, Mount> seen = new HashMap<>();
        for (Mount mount : container.mounts()) {
            Optional<Scalar> path =
                    mount.node().text("mountPath").filter(text -> !text.isPlaceholder());
            path.filter(text -> text.text().indexOf(':') >= 0)
                    .ifPresent(
                            text ->
                                    findings.add(
                                            text,
                                            "the mount path "
                                                    + Spoken.quoted(text)
                                                    + " holds a ':'",
                                            "mountPath: " + text.text().replace(":", "")));
            path.filter(text -> !text.text().startsWith("/") && text.text().indexOf(':') < 0)
                    .ifPresent(
                            text ->
                                    findings.add(
                                            text,
                                            "the mount path "
                                                    + Spoken.quoted(text)
                                                    + " is not absolute",
                                            "mountPath: /" + text.text()));
            path.filter(
                            text ->
                                    seen.putIfAbsent(text.text().replaceAll("(?<=.)/+$", ""), mount)
                                            != null)
                    .ifPresent(
                            text ->
                                    findings.add(
                                            text,
                                            "two volumes are mounted at " + Spoken.quoted(text),
                                            "a mountPath of its own for each volume"));
        }
    }
}
