package dev.tagwerk.preflight;

import dev.tagwerk.formats.Items;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Volume;
import dev.tagwerk.spec.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Volumes of Container Apps, the environment's storages and the accounts behind them. */
final class StorageRules {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    private StorageRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-STO-006", StorageRules::unknownStorage,
                "TW-STO-007", StorageRules::nfsWithoutNetwork,
                "TW-STO-010", StorageRules::volumeName,
                "TW-STO-013", StorageRules::mountOptions,
                "TW-STO-014", StorageRules::storageName);
    }

    private static Stream<Volume> shares(Surroundings around) {
        return around.app().workload().volumes().stream()
                .filter(
                        volume ->
                                volume.type() == Volume.Type.AZURE_FILES_SMB
                                        || volume.type() == Volume.Type.AZURE_FILES_NFS);
    }

    private static void unknownStorage(Subject subject, Findings findings) {
        Surroundings.of(subject)
                .forEach(
                        around -> {
                            List<Node> storages = around.storages();
                            boolean whole =
                                    !storages.isEmpty()
                                            && storages.stream()
                                                    .allMatch(
                                                            one ->
                                                                    AzureNames.name(one)
                                                                            .isPresent());
                            if (whole) {
                                shares(around)
                                        .flatMap(volume -> volume.storage().stream())
                                        .filter(name -> !name.isPlaceholder())
                                        .forEach(
                                                name ->
                                                        unknownStorage(
                                                                around, name, storages, findings));
                            }
                        });
    }

    private static void unknownStorage(
            Surroundings around, Scalar name, List<Node> storages, Findings findings) {
        Optional<Node> storage = Storages.named(around, name.text());
        List<String> names =
                storages.stream().flatMap(one -> AzureNames.name(one).stream()).toList();
        if (storage.isEmpty()) {
            Optional<String> near = Nearest.to(name.text(), names);
            findings.add(
                    name,
                    "the environment has no storage "
                            + Spoken.quoted(name)
                            + "; it has "
                            + String.join(", ", names),
                    near.map(one -> "storageName: " + one)
                            .orElse(
                                    "az containerapp env storage set -n "
                                            + around.app().environmentName().orElse("ENV")
                                            + " -g GROUP --storage-name "
                                            + name.text()
                                            + " --azure-file-account-name ACCOUNT"
                                            + " --azure-file-account-key KEY"
                                            + " --azure-file-share-name SHARE --access-mode"
                                            + " ReadWrite"));
            return;
        }
        boolean nfs = Storages.isNfs(storage.get());
        shares(around)
                .filter(volume -> volume.storage().filter(one -> one == name).isPresent())
                .filter(volume -> (volume.type() == Volume.Type.AZURE_FILES_NFS) != nfs)
                .forEach(
                        volume ->
                                findings.add(
                                        volume.node().get("storageType").orElse(volume.node()),
                                        "the storage "
                                                + name.text()
                                                + " is "
                                                + (nfs ? "an NFS share" : "an SMB share"),
                                        "storageType: " + (nfs ? "NfsAzureFile" : "AzureFile")));
    }

    private static void nfsWithoutNetwork(Subject subject, Findings findings) {
        Surroundings.of(subject)
                .forEach(
                        around ->
                                around.environment()
                                        .filter(AzureNames::isPrinted)
                                        .filter(
                                                root ->
                                                        root.text(
                                                                        "properties.vnetConfiguration.infrastructureSubnetId")
                                                                .isEmpty())
                                        .ifPresent(root -> nfsWithoutNetwork(around, findings)));
    }

    private static void nfsWithoutNetwork(Surroundings around, Findings findings) {
        shares(around)
                .filter(volume -> volume.type() == Volume.Type.AZURE_FILES_NFS)
                .forEach(
                        volume ->
                                findings.add(
                                        volume.node().get("storageType").orElse(volume.node()),
                                        "an NFS share needs an environment in a virtual network of"
                                                + " yours, and this one is in none",
                                        "storageType: AzureFile with an SMB share, or an"
                                                + " environment created with"
                                                + " --infrastructure-subnet-resource-id"));
    }

    private static void volumeName(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .forEach(
                        app ->
                                app.items("template.volumes").stream()
                                        .flatMap(volume -> volume.text("name").stream())
                                        .filter(name -> !name.isPlaceholder())
                                        .filter(name -> !NAME.matcher(name.text()).matches())
                                        .forEach(name -> volumeName(app, name, findings)));
    }

    private static void volumeName(ContainerApp app, Scalar name, Findings findings) {
        String better = AppsSpecRules.cleaned(name.text(), 63);
        List<Edit> edits = new ArrayList<>();
        if (!better.isEmpty()) {
            edits.add(Replacement.of(name, better));
            app.containers()
                    .flatMap(container -> container.mounts().stream())
                    .flatMap(mount -> mount.node().text("volumeName").stream())
                    .filter(other -> other.text().equals(name.text()))
                    .forEach(other -> edits.add(Replacement.of(other, better)));
        }
        findings.add(
                name,
                "the volume's name "
                        + Spoken.quoted(name)
                        + " is not small letters, digits and hyphens",
                better.isEmpty() ? "" : "name: " + better + ", and the same in volumeMounts",
                edits.toArray(Edit[]::new));
    }

    private static void mountOptions(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .flatMap(app -> app.items("template.volumes").stream())
                .flatMap(volume -> volume.get("mountOptions").stream())
                .forEach(
                        options -> {
                            if (options instanceof Items) {
                                String joined =
                                        String.join(
                                                ",",
                                                options.items().stream()
                                                        .flatMap(one -> one.scalar().stream())
                                                        .map(Scalar::text)
                                                        .toList());
                                wrongOptions(options, joined, findings);
                            } else {
                                options.scalar()
                                        .filter(text -> !text.isPlaceholder())
                                        .filter(text -> text.text().strip().matches(".*[\\s;].*"))
                                        .ifPresent(
                                                text ->
                                                        wrongOptions(
                                                                text,
                                                                text.text()
                                                                        .strip()
                                                                        .replaceAll(
                                                                                "[\\s;,]+", ","),
                                                                findings));
                            }
                        });
    }

    private static void wrongOptions(Node node, String joined, Findings findings) {
        findings.add(
                node,
                "mountOptions is one text with commas and without blanks",
                "mountOptions: \"" + joined + "\"",
                isBlock(node)
                        ? new Edit[0]
                        : new Edit[] {new Edit(node.source(), node.span(), "\"" + joined + "\"")});
    }

    /** A list of lines cannot be replaced in its place. */
    private static boolean isBlock(Node node) {
        return node instanceof Items && node.source().text().charAt(node.span().start()) != '[';
    }

    private static void storageName(Subject subject, Findings findings) {
        Surroundings.of(subject)
                .flatMap(StorageRules::shares)
                .filter(volume -> volume.storage().isEmpty())
                .forEach(
                        volume ->
                                findings.add(
                                        volume.node().get("storageType").orElse(volume.node()),
                                        "the volume "
                                                + volume.name()
                                                + " does not say which storage of the environment"
                                                + " it is",
                                        "storageName: STORAGE"));
    }
}
