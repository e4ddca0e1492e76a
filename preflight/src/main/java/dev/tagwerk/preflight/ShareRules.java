package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Mount;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Settings;
import dev.tagwerk.formats.Volume;
import dev.tagwerk.formats.Workload;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What programs do on shares that the share cannot: links, modes, locks, and what a disk holds. */
final class ShareRules {
    private static final Set<String> CACHES =
            Set.of("HF_HOME", "HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "TRANSFORMERS_CACHE");
    private static final Pattern SQLITE = Pattern.compile("sqlite(?:\\+\\w+)?:///(/[^\\s\"'?]+)");

    private ShareRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-STO-001", ShareRules::outputOnDisk,
                "TW-STO-002", ShareRules::symbolicLinks,
                "TW-STO-003", ShareRules::modes,
                "TW-STO-004", ShareRules::locks,
                "TW-STO-012", ShareRules::readOnly,
                "TW-STO-016", ShareRules::cacheOnDisk);
    }

    private static void outputOnDisk(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .filter(app -> app.isJob() && app.wantsGpu() && isWhole(app))
                .flatMap(ToldPath::outputs)
                .filter(told -> told.mount().isEmpty() || told.isOn(Volume.Type.EMPTY_DIRECTORY))
                .forEach(
                        told ->
                                findings.addAtValue(
                                        told.place(),
                                        told.path()
                                                + (told.mount().isEmpty()
                                                        ? " lies on the replica's own disk"
                                                        : " lies on an EmptyDir")
                                                + ": 8 GiB at most, and gone at the end",
                                        shares(told.workload())
                                                .map(mount -> mount.path() + told.path())
                                                .orElse(
                                                        "a volume of type AzureFile, mounted at "
                                                                + told.path())));
    }

    /** Whether nothing of volumes and mounts is left to a template. */
    private static boolean isWhole(ContainerApp app) {
        return app.isWritten("template.volumes")
                && app.containers()
                        .allMatch(
                                container ->
                                        container
                                                .node()
                                                .get("volumeMounts")
                                                .flatMap(Node::scalar)
                                                .filter(text -> !text.isNothing())
                                                .isEmpty());
    }

    private static Optional<Mount> shares(Workload workload) {
        return workload.containers().stream()
                .flatMap(container -> container.mounts().stream())
                .filter(
                        mount ->
                                workload.volume(mount)
                                        .filter(
                                                one ->
                                                        one.type() == Volume.Type.AZURE_FILES_SMB
                                                                || one.type()
                                                                        == Volume.Type
                                                                                .AZURE_FILES_NFS)
                                        .isPresent())
                .findFirst();
    }

    private static void cacheOnDisk(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .filter(app -> app.wantsGpu() && isWhole(app))
                .flatMap(app -> ToldPath.variables(app, CACHES))
                .filter(told -> told.container().env("HF_HUB_OFFLINE").isEmpty())
                .filter(told -> told.mount().isEmpty() || told.isOn(Volume.Type.EMPTY_DIRECTORY))
                .forEach(
                        told ->
                                findings.note(
                                        told.place(),
                                        told.path()
                                                + " is no share: models are downloaded again at"
                                                + " every start, onto a disk of 8 GiB",
                                        "a volume of type AzureFile, mounted at " + told.path()));
    }

    private static void symbolicLinks(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .flatMap(app -> ToldPath.variables(app, CACHES))
                .filter(told -> told.isOn(Volume.Type.AZURE_FILES_SMB))
                .filter(told -> !told.hasOption("mfsymlinks"))
                .filter(
                        told ->
                                told.container()
                                        .env("HF_HUB_DISABLE_SYMLINKS")
                                        .filter(
                                                value ->
                                                        !value.text()
                                                                .matches("(?i)0|false|no|off|"))
                                        .isEmpty())
                .forEach(
                        told ->
                                findings.addAtValue(
                                        told.place(),
                                        "the hub's cache at "
                                                + told.path()
                                                + " lies on an SMB share without symbolic links:"
                                                + " every file is kept twice",
                                        "mountOptions: \""
                                                + told.volume()
                                                        .flatMap(Volume::options)
                                                        .map(one -> one.text() + ",")
                                                        .orElse("")
                                                + "mfsymlinks\", or env HF_HUB_DISABLE_SYMLINKS=1"
                                                + " (huggingface_hub 1.9 or newer)",
                                        mended(told, "mfsymlinks")));
    }

    private static Edit[] mended(ToldPath told, String option) {
        return told.volume().flatMap(Volume::options).stream()
                .filter(options -> !options.text().isBlank())
                .map(
                        options ->
                                new Edit(
                                        options.source(),
                                        options.span(),
                                        "\"" + options.text() + "," + option + "\""))
                .toArray(Edit[]::new);
    }

    private static void modes(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .flatMap(
                        app ->
                                app.workload().containers().stream()
                                        .flatMap(container -> modes(app, container)))
                .filter(told -> told.isOn(Volume.Type.AZURE_FILES_SMB))
                .forEach(
                        told ->
                                findings.addAtValue(
                                        told.place(),
                                        "chmod and chown fail on the SMB share at "
                                                + told.mount().map(Mount::path).orElse(""),
                                        "mountOptions: \"uid=1000,gid=1000,dir_mode=0777,"
                                                + "file_mode=0777\" with the image's user, and no"
                                                + " chmod"));
    }

    private static Stream<ToldPath> modes(ContainerApp app, Container container) {
        return Settings.commands(container).stream()
                .filter(words -> !words.isEmpty())
                .filter(words -> words.getFirst().text().matches("(?:.*/)?ch(mod|own)"))
                .flatMap(
                        words ->
                                words.stream()
                                        .skip(1)
                                        .filter(word -> word.text().startsWith("/"))
                                        .map(
                                                word ->
                                                        new ToldPath(
                                                                app.workload(),
                                                                container,
                                                                word.text(),
                                                                word)));
    }

    private static void locks(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .flatMap(
                        app ->
                                app.workload().containers().stream()
                                        .flatMap(container -> databases(app, container)))
                .filter(told -> told.isOn(Volume.Type.AZURE_FILES_SMB))
                .filter(told -> !told.hasOption("nobrl"))
                .forEach(
                        told ->
                                findings.addAtValue(
                                        told.place(),
                                        "SQLite at "
                                                + told.path()
                                                + " finds its database locked: byte-range locks"
                                                + " fail on this SMB share",
                                        "mountOptions: \""
                                                + told.volume()
                                                        .flatMap(Volume::options)
                                                        .map(one -> one.text() + ",")
                                                        .orElse("")
                                                + "nobrl\", or the database on local disk",
                                        mended(told, "nobrl")));
    }

    private static Stream<ToldPath> databases(ContainerApp app, Container container) {
        Stream<Scalar> values =
                Stream.concat(
                        container.words().stream(),
                        container.env().stream().flatMap(one -> one.value().stream()));
        return values.filter(value -> value.text().length() < 10_000)
                .flatMap(
                        value -> {
                            Matcher matcher = SQLITE.matcher(value.text());
                            return matcher.find()
                                    ? Stream.of(
                                            new ToldPath(
                                                    app.workload(),
                                                    container,
                                                    matcher.group(1),
                                                    value))
                                    : Stream.empty();
                        });
    }

    private static void readOnly(Subject subject, Findings findings) {
        ToldPath.outputs(subject)
                .filter(ShareRules::isMountedReadOnly)
                .forEach(told -> mountedReadOnly(told, Severity.ERROR, findings));
        subject.workloads()
                .flatMap(ToldPath::likelyOutputs)
                .filter(ShareRules::isMountedReadOnly)
                .forEach(told -> mountedReadOnly(told, Severity.WARNING, findings));
        Surroundings.of(subject)
                .forEach(
                        around -> {
                            Workload workload = around.app().workload();
                            readOnly(around, ToldPath.outputs(workload), Severity.ERROR, findings);
                            readOnly(
                                    around,
                                    ToldPath.likelyOutputs(workload),
                                    Severity.WARNING,
                                    findings);
                        });
    }

    private static void mountedReadOnly(ToldPath told, Severity severity, Findings findings) {
        findings.add(
                severity,
                told.place(),
                told.place().span(),
                told.path()
                        + " lies on "
                        + told.mount().map(Mount::path).orElse("a mount")
                        + ", which is mounted read only",
                "an output elsewhere, or a mount that can be written");
    }

    private static void readOnly(
            Surroundings around, Stream<ToldPath> outputs, Severity severity, Findings findings) {
        outputs.filter(told -> storage(around, told).filter(ShareRules::isReadOnly).isPresent())
                .forEach(told -> readOnly(told, severity, findings));
    }

    private static void readOnly(ToldPath told, Severity severity, Findings findings) {
        String name = told.volume().flatMap(Volume::storage).map(Scalar::text).orElse("STORAGE");
        findings.add(
                severity,
                told.place(),
                told.place().span(),
                told.path() + " lies on the storage " + name + ", which is mounted ReadOnly",
                "az containerapp env storage set -n ENV -g GROUP --storage-name "
                        + name
                        + " --access-mode ReadWrite ..., or an output elsewhere");
    }

    private static Optional<Node> storage(Surroundings around, ToldPath told) {
        return told.volume()
                .flatMap(Volume::storage)
                .flatMap(name -> Storages.named(around, name.text()));
    }

    /** Whether the file itself says so, at the mount or at the volume. */
    private static boolean isMountedReadOnly(ToldPath told) {
        return told.mount().filter(Mount::readOnly).isPresent()
                || told.volume().filter(one -> one.access() == Volume.Access.READ_ONLY).isPresent();
    }

    private static boolean isReadOnly(Node storage) {
        return Storages.share(storage)
                .flatMap(share -> share.text("accessMode"))
                .filter(mode -> mode.text().equalsIgnoreCase("ReadOnly"))
                .isPresent();
    }
}
