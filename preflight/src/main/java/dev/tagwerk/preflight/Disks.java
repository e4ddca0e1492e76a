package dev.tagwerk.preflight;

import dev.tagwerk.formats.CommandWords;
import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.ContainerScripts;
import dev.tagwerk.formats.Gpus;
import dev.tagwerk.formats.Items;
import dev.tagwerk.formats.Located;
import dev.tagwerk.formats.Mount;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Quantities;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Volume;
import dev.tagwerk.formats.Workload;
import dev.tagwerk.market.ConsumptionSize;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Machines;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** How much fits where a container writes, as far as files and facts tell. */
record Disks(Subject subject, Workload workload, Container container) {
    private static final List<String> MODELS =
            List.of("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME", "TRANSFORMERS_CACHE");
    private static final List<String> DATA = List.of("HF_DATASETS_CACHE", "HF_HOME");

    /** Where the hub's client puts models. */
    Optional<Disk> models() {
        return cache(MODELS);
    }

    /** Where {@code datasets} puts what it downloads and what it makes of that. */
    Optional<Disk> data() {
        return cache(DATA);
    }

    private Optional<Disk> cache(List<String> variables) {
        Optional<Scalar> told =
                variables.stream()
                        .flatMap(name -> ContainerScripts.value(container, name).stream())
                        .findFirst();
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
            return within ? Optional.empty() : own();
        }
        return mount.flatMap(workload::volume).flatMap(this::volume);
    }

    /** What a folder lies on; a relative one lies where nothing is mounted as a rule. */
    Optional<Disk> at(String path) {
        if (path.indexOf('$') >= 0 || path.startsWith("~")) {
            return Optional.empty();
        }
        Optional<Mount> mount = Workload.mountOf(container, path);
        return mount.isEmpty() ? own() : mount.flatMap(workload::volume).flatMap(this::volume);
    }

    private Optional<Disk> volume(Volume volume) {
        Optional<Long> limit = volume.limit();
        return switch (volume.type()) {
            case EMPTY_DIRECTORY ->
                    limit.map(bytes -> Disk.of(bytes, "the emptyDir " + volume.name()))
                            .or(this::own);
            case MEMORY ->
                    limit.map(bytes -> Disk.of(bytes, memory(volume)))
                            .or(() -> memoryLimit(volume));
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

    private String memory(Volume volume) {
        return "the memory of "
                + workload.containers().stream()
                        .flatMap(one -> one.mounts().stream())
                        .filter(one -> one.volume().equals(volume.name()))
                        .map(Mount::path)
                        .findFirst()
                        .orElse(volume.name());
    }

    /** Files in memory count against the container's limit, where they have none of their own. */
    private Optional<Disk> memoryLimit(Volume volume) {
        return container
                .memory()
                .map(Located::value)
                .map(bytes -> Disk.of(bytes, memory(volume) + ", within the container's limit,"));
    }

    /** What the container writes to where nothing is mounted. */
    Optional<Disk> own() {
        return switch (workload.platform()) {
            case AZURE_CONTAINER_APPS -> replica();
            case KUBERNETES ->
                    bytes(
                            container
                                    .node()
                                    .find("resources.limits")
                                    .flatMap(limits -> limits.get("ephemeral-storage")),
                            "the limit of ephemeral-storage");
            case OVH_AI -> flavor();
            case SKYPILOT ->
                    workload.node()
                            .text("resources.disk_size")
                            .flatMap(Scalar::asNumber)
                            .filter(gib -> gib.signum() > 0)
                            .map(gib -> Disk.gib(gib.doubleValue(), "disk_size"));
            case DSTACK ->
                    workload.node()
                            .text("resources.disk")
                            .filter(size -> size.text().indexOf('.') < 0)
                            .flatMap(size -> bytes(Optional.of(size), "the disk asked for"));
            case DOCKER -> docker();
            case AZURE_ML -> machine();
            case LOCAL -> Optional.empty();
        };
    }

    /** Container Apps gives a replica a disk by its vCPU, all containers together. */
    private Optional<Disk> replica() {
        String what = "the replica's disk";
        if (workload.gpu().isPresent()) {
            return Optional.of(Disk.gib(8, what));
        }
        BigDecimal cores = BigDecimal.ZERO;
        for (Container one : workload.containers()) {
            if (one.cpu().isEmpty()) {
                return Optional.empty();
            }
            cores = cores.add(one.cpu().get().value());
        }
        return cores.signum() == 0
                ? Optional.empty()
                : Optional.of(Disk.gib(ConsumptionSize.diskGib(cores), what));
    }

    private Optional<Disk> docker() {
        Node node = container.node();
        Optional<Scalar> written =
                node instanceof Items list ? options(list) : node.text("storage_opt.size");
        return written.filter(size -> !size.isPlaceholder())
                .flatMap(size -> Quantities.dockerBytes(size.text().replaceFirst("^size=", "")))
                .map(bytes -> Disk.of(bytes, "the container's disk (storage-opt)"));
    }

    private static Optional<Scalar> options(Items list) {
        List<Scalar> words = list.items().stream().flatMap(one -> one.scalar().stream()).toList();
        return new CommandWords(list, words)
                .values("--storage-opt").stream()
                        .filter(one -> one.text().startsWith("size="))
                        .findFirst();
    }

    /** How much of an Azure ML machine's local disk a job's container gets is not documented. */
    private Optional<Disk> machine() {
        return AzureMlRun.of(subject)
                .filter(run -> run.workload().equals(workload))
                .findFirst()
                .flatMap(AzureMlRun::machine)
                .filter(machine -> machine.diskGib().isPresent())
                .map(
                        machine ->
                                new Disk(
                                        machine.diskGib().getAsDouble() * (1L << 30),
                                        "the local disk of " + machine.name(),
                                        false));
    }

    private static Optional<Disk> bytes(Optional<Node> size, String what) {
        return size.flatMap(Node::scalar)
                .flatMap(text -> Quantities.bytes(text.text()))
                .map(bytes -> Disk.of(bytes, what));
    }

    private Optional<Disk> flavor() {
        int units = workload.gpu().flatMap(Gpus::count).orElse(1);
        return workload.machine()
                .flatMap(name -> Machines.find("ovh-ai", name.text()))
                .filter(machine -> machine.diskGib().isPresent())
                .map((Machine machine) -> machine.diskGib().getAsDouble() * Math.max(1, units))
                .map(gib -> Disk.gib(gib, "the flavor's disk"));
    }
}
