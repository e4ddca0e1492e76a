package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Volume;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Storage accounts in another region than the jobs that mount them. */
final class StorageRegionRules {
    private StorageRegionRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-STO-011", StorageRegionRules::otherRegion);
    }

    private static void otherRegion(Subject subject, Findings findings) {
        Surroundings.of(subject)
                .forEach(
                        around ->
                                around.home()
                                        .ifPresent(home -> job(subject, around, home, findings)));
        subject.own(Format.CONTAINER_APPS_ENVIRONMENT)
                .map(Document::root)
                .forEach(environment -> environment(subject, environment, findings));
    }

    private static void job(
            Subject subject, Surroundings around, Surroundings.Home home, Findings findings) {
        List<Node> linked =
                around.storages().stream()
                        .flatMap(storage -> account(subject, storage).stream())
                        .distinct()
                        .toList();
        linked.forEach(account -> otherRegion(account, home.region(), Severity.WARNING, findings));
        List<Node> given =
                subject.beside().stream()
                        .filter(one -> one.format() == Format.STORAGE_ACCOUNT)
                        .map(Document::root)
                        .toList();
        if (!around.storages().isEmpty() || given.size() != 1) {
            return;
        }
        // an account given beside a job, with nothing between them: it is meant for its shares
        boolean mounts =
                around.app().workload().volumes().stream()
                        .anyMatch(
                                volume ->
                                        volume.type() == Volume.Type.AZURE_FILES_SMB
                                                || volume.type() == Volume.Type.AZURE_FILES_NFS);
        otherRegion(
                given.getFirst(),
                home.region(),
                mounts ? Severity.WARNING : Severity.NOTE,
                findings);
    }

    /** An environment with its storages, where no job stands in the file. */
    private static void environment(Subject subject, Node environment, Findings findings) {
        Optional<String> name = AzureNames.name(environment);
        AzureNames.location(environment)
                .filter(home -> name.isPresent())
                .ifPresent(
                        home ->
                                storagesOf(subject, name.orElse(""))
                                        .flatMap(storage -> account(subject, storage).stream())
                                        .distinct()
                                        .forEach(
                                                account ->
                                                        otherRegion(
                                                                account,
                                                                home.text(),
                                                                Severity.WARNING,
                                                                findings)));
    }

    private static Stream<Node> storagesOf(Subject subject, String environment) {
        return subject.all(Format.CONTAINER_APPS_STORAGE)
                .map(Document::root)
                .filter(
                        storage ->
                                Surroundings.owner(storage)
                                        .filter(environment::equalsIgnoreCase)
                                        .isPresent());
    }

    private static Optional<Node> account(Subject subject, Node storage) {
        return Storages.account(storage).flatMap(name -> Storages.account(subject, name));
    }

    private static void otherRegion(
            Node account, String home, Severity severity, Findings findings) {
        Optional<Scalar> own =
                AzureNames.location(account)
                        .filter(
                                one ->
                                        !AzureNames.region(one.text())
                                                .equals(AzureNames.region(home)));
        own.ifPresent(
                one ->
                        findings.add(
                                severity,
                                one,
                                one.anchor(),
                                "the storage account "
                                        + AzureNames.name(account).orElse("")
                                        + " lies in "
                                        + one.text()
                                        + ", the GPU in "
                                        + home
                                        + ": every byte is slow, and paid for on the way out",
                                "az storage account create -n NEW -g GROUP -l "
                                        + AzureNames.region(home)
                                        + ", data copied there before"));
    }
}
