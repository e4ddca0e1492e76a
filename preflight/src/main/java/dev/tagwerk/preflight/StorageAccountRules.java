package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Storages of an environment and the accounts behind them. */
final class StorageAccountRules {
    private StorageAccountRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-STO-005", StorageAccountRules::account,
                "TW-STO-008", StorageAccountRules::nfsShareName,
                "TW-STO-009", StorageAccountRules::nfsAccount);
    }

    private static Stream<Node> ownStorages(Subject subject) {
        return subject.all(Format.CONTAINER_APPS_STORAGE).map(Document::root);
    }

    private static void nfsShareName(Subject subject, Findings findings) {
        ownStorages(subject)
                .flatMap(root -> root.text("properties.nfsAzureFile.shareName").stream())
                .filter(name -> !name.isPlaceholder())
                .filter(name -> !name.text().matches("/[^/]+/[^/]+"))
                .forEach(
                        name ->
                                findings.add(
                                        name,
                                        "an NFS share is named with its account, not "
                                                + Spoken.quoted(name),
                                        "shareName: /ACCOUNT/" + AzureNames.last(name.text())));
    }

    private static void nfsAccount(Subject subject, Findings findings) {
        ownStorages(subject)
                .filter(Storages::isNfs)
                .flatMap(root -> Storages.account(root).stream())
                .distinct()
                .flatMap(name -> Storages.account(subject, name).stream())
                .forEach(
                        account -> {
                            account.text("kind")
                                    .filter(kind -> !kind.text().equals("FileStorage"))
                                    .ifPresent(
                                            kind ->
                                                    findings.add(
                                                            kind,
                                                            "NFS shares need a premium account of"
                                                                    + " kind FileStorage, and this"
                                                                    + " one is "
                                                                    + kind.text(),
                                                            "az storage account create --kind"
                                                                    + " FileStorage --sku"
                                                                    + " Premium_LRS"));
                            Storages.of(account, "enableHttpsTrafficOnly")
                                    .or(() -> Storages.of(account, "supportsHttpsTrafficOnly"))
                                    .filter(on -> on.asBoolean().orElse(false))
                                    .ifPresent(
                                            on ->
                                                    findings.add(
                                                            Severity.WARNING,
                                                            on,
                                                            on.anchor(),
                                                            "the account takes encrypted requests"
                                                                    + " only, which the NFS mount is"
                                                                    + " not",
                                                            "az storage account update -n ACCOUNT"
                                                                    + " --https-only false"));
                        });
    }

    private static void account(Subject subject, Findings findings) {
        ownStorages(subject)
                .filter(root -> !Storages.isNfs(root))
                .flatMap(root -> Storages.account(root).stream())
                .distinct()
                .flatMap(name -> Storages.account(subject, name).stream())
                .forEach(account -> account(subject, account, findings));
    }

    private static void account(Subject subject, Node account, Findings findings) {
        Storages.of(account, "allowSharedKeyAccess")
                .filter(allowed -> !allowed.asBoolean().orElse(true))
                .ifPresent(
                        allowed ->
                                findings.add(
                                        allowed,
                                        "the account takes no account keys, and an SMB mount has"
                                                + " nothing else to show: mount error 13",
                                        "az storage account update -n "
                                                + AzureNames.name(account).orElse("ACCOUNT")
                                                + " -g GROUP --allow-shared-key-access true"));
        boolean inNetwork =
                subject.all(Format.CONTAINER_APPS_ENVIRONMENT)
                        .anyMatch(
                                one ->
                                        one.root()
                                                .text(
                                                        "properties.vnetConfiguration.infrastructureSubnetId")
                                                .isPresent());
        Optional<Scalar> action =
                account.text("networkRuleSet.defaultAction")
                        .or(() -> account.text("properties.networkAcls.defaultAction"))
                        .filter(one -> one.text().equalsIgnoreCase("Deny"));
        action.ifPresent(
                deny ->
                        findings.add(
                                inNetwork ? Severity.NOTE : Severity.WARNING,
                                deny,
                                deny.anchor(),
                                "the account's firewall denies what it does not list; the"
                                        + " environment's addresses are not its own",
                                "the environment in a virtual network whose subnet the account"
                                        + " allows, or az storage account update --default-action"
                                        + " Allow"));
    }
}
