package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.EnvironmentVariable;
import dev.tagwerk.formats.Gpus;
import dev.tagwerk.formats.Mount;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Quantities;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Settings;
import dev.tagwerk.formats.Volume;
import dev.tagwerk.formats.Workload;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Machines;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What is downloaded against the disk that it is downloaded to. */
final class DiskRules {
    private static final Pattern HUB_NAME = Pattern.compile("[A-Za-z0-9][\\w.-]*/[\\w.-]+");
    private static final List<String> CACHES =
            List.of("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME", "TRANSFORMERS_CACHE");

    private DiskRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-STO-018", DiskRules::download);
    }

    /**
     * A disk, or a volume that is as good as one.
     *
     * @param bytes what it holds
     * @param what how messages call it
     */
    private record Disk(double bytes, String what) {}

    private static void download(Subject subject, Findings findings) {
        Stream.concat(
                        subject.workloads(),
                        subject.scripted().stream().flatMap(one -> one.workloads().stream()))
                .forEach(
                        workload ->
                                workload.containers()
                                        .forEach(
                                                container ->
                                                        download(workload, container, findings)));
    }

    private static void download(Workload workload, Container container, Findings findings) {
        Optional<Scalar> model = model(container);
        if (model.isEmpty() || isOffline(container)) {
            return;
        }
        OptionalDouble billions = ModelNames.billions(model.get().text());
        if (billions.isEmpty() || ModelNames.isQuantized(model.get().text())) {
            return;
        }
        double bytes = billions.getAsDouble() * 2e9;
        disk(workload, container)
                .filter(disk -> bytes > disk.bytes())
                .ifPresent(
                        disk ->
                                findings.add(
                                        Severity.WARNING,
                                        model.get(),
                                        model.get().anchor(),
                                        String.format(
                                                Locale.ROOT,
                                                "%s is about %.0f GiB to download, and %s holds"
                                                        + " %.0f GiB",
                                                dev.tagwerk.spec.Shown.oneLine(model.get().text()),
                                                bytes / (1L << 30),
                                                disk.what(),
                                                disk.bytes() / (1L << 30)),
                                        RuleTexts.of("TW-STO-018").write()));
    }

    private static Optional<Scalar> model(Container container) {
        Optional<Scalar> told =
                Settings.of(container)
                        .value(
                                "model_name_or_path",
                                "base_model",
                                "model_id",
                                "model",
                                "model_name")
                        .or(() -> container.env("MODEL_ID"));
        return told.filter(
                name ->
                        name.text().length() <= 200
                                && !name.isPlaceholder()
                                && HUB_NAME.matcher(name.text()).matches());
    }

    private static boolean isOffline(Container container) {
        return container.env().stream()
                .map(EnvironmentVariable::name)
                .anyMatch(name -> name.equals("HF_HUB_OFFLINE") || name.endsWith("_OFFLINE"));
    }

    private static Optional<Disk> disk(Workload workload, Container container) {
        Optional<Scalar> told =
                CACHES.stream().flatMap(name -> container.env(name).stream()).findFirst();
        if (told.filter(Scalar::isPlaceholder).isPresent()) {
            return Optional.empty();
        }
        String cache = told.map(Scalar::text).orElse("/root/.cache/huggingface");
        Optional<Mount> mount = Workload.mountOf(container, cache);
        // a home of another user, or a mount within the cache, is not known from outside
        boolean within =
                container.mounts().stream()
                        .anyMatch(
                                one ->
                                        one.path().contains(".cache")
                                                || one.path().startsWith(cache + "/"));
        if (mount.isEmpty()) {
            return within ? Optional.empty() : ownDisk(workload, container);
        }
        return mount.flatMap(workload::volume)
                .flatMap(volume -> volume(workload, container, volume));
    }

    private static Optional<Disk> volume(Workload workload, Container container, Volume volume) {
        Optional<Long> limit =
                volume.node()
                        .text("emptyDir.sizeLimit")
                        .or(() -> volume.node().text("tmpfs.size"))
                        .flatMap(size -> Quantities.bytes(size.text()));
        return switch (volume.type()) {
            case EMPTY_DIRECTORY ->
                    limit.map(bytes -> new Disk(bytes, "the emptyDir " + volume.name()))
                            .or(() -> ownDisk(workload, container));
            case MEMORY -> limit.map(bytes -> new Disk(bytes, "the memory of " + volume.name()));
            case AZURE_FILES_SMB,
                    AZURE_FILES_NFS,
                    SECRET,
                    HOST,
                    CLAIM,
                    COPIED_OBJECTS,
                    MOUNTED_OBJECTS,
                    GIT,
                    OTHER ->
                    Optional.empty();
        };
    }

    private static Optional<Disk> ownDisk(Workload workload, Container container) {
        return switch (workload.platform()) {
            case AZURE_CONTAINER_APPS ->
                    workload.gpu().isPresent()
                            ? Optional.of(new Disk(8.0 * (1L << 30), "the replica's disk"))
                            : Optional.empty();
            case KUBERNETES ->
                    bytes(
                            container
                                    .node()
                                    .find("resources.limits")
                                    .flatMap(limits -> limits.get("ephemeral-storage")),
                            "the limit of ephemeral-storage");
            case OVH_AI -> flavor(workload);
            case SKYPILOT ->
                    workload.node()
                            .text("resources.disk_size")
                            .flatMap(Scalar::asNumber)
                            .map(gib -> new Disk(gib.doubleValue() * (1L << 30), "disk_size"));
            case DSTACK ->
                    workload.node()
                            .text("resources.disk")
                            .filter(size -> size.text().indexOf('.') < 0)
                            .flatMap(size -> bytes(Optional.of(size), "the disk asked for"));
            case DOCKER, AZURE_ML, LOCAL -> Optional.empty();
        };
    }

    private static Optional<Disk> bytes(Optional<Node> size, String what) {
        return size.flatMap(Node::scalar)
                .flatMap(text -> Quantities.bytes(text.text()))
                .map(bytes -> new Disk(bytes, what));
    }

    private static Optional<Disk> flavor(Workload workload) {
        int units = workload.gpu().flatMap(Gpus::count).orElse(1);
        return workload.machine()
                .flatMap(name -> Machines.find("ovh-ai", name.text()))
                .filter(machine -> machine.diskGib().isPresent())
                .map((Machine machine) -> machine.diskGib().getAsDouble() * Math.max(1, units))
                .map(gib -> new Disk(gib * (1L << 30), "the flavor's disk"));
    }
}
