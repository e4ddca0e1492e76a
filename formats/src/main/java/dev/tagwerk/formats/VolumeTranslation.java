package dev.tagwerk.formats;

import dev.tagwerk.spec.JobVolume;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A container's mounts as a job's volumes. */
final class VolumeTranslation {
    private static final String PATH =
            "/(?!(?:.*/)?\\.\\.?(?:/|$))[^\\p{Cntrl}/][^\\p{Cntrl}]{0,1023}";
    private static final String SOURCE = "[^\\p{Cntrl}]{1,1024}";

    private final Format format;
    private final Workload workload;
    private final Container container;
    private final ContainerImport.Wish wish;
    private final ForeignPhrases phrases;
    private final Ledger ledger;
    private final Map<String, JobVolume> volumes = new LinkedHashMap<>();
    private final List<String> expects = new ArrayList<>();
    private Optional<Long> sharedMemory = Optional.empty();
    private Optional<String> workingDirectory = Optional.empty();

    VolumeTranslation(
            Format format,
            Workload workload,
            Container container,
            ContainerImport.Wish wish,
            ForeignPhrases phrases,
            Ledger ledger) {
        this.format = format;
        this.workload = workload;
        this.container = container;
        this.wish = wish;
        this.phrases = phrases;
        this.ledger = ledger;
    }

    List<JobVolume> volumes() {
        return List.copyOf(volumes.values());
    }

    /** Files that must lie under {@code /output} at the end. */
    List<String> expects() {
        return List.copyOf(expects);
    }

    /** Bytes of {@code /dev/shm}, where a volume in memory lies there. */
    Optional<Long> sharedMemory() {
        return sharedMemory;
    }

    /** Where the code lies that comes along as a folder. */
    Optional<String> workingDirectory() {
        return workingDirectory;
    }

    void read() {
        container.mounts().forEach(this::mount);
        switch (format) {
            case SKYPILOT -> code("workdir");
            case AZURE_ML_COMMAND, AZURE_ML_SWEEP, AZURE_ML_PIPELINE -> code("code");
            default -> {}
        }
    }

    /** A folder of code that these tools copy to the machine, and start the command in. */
    private void code(String key) {
        container
                .node()
                .text(key)
                .ifPresent(
                        folder -> {
                            Optional<String> source = source(Volume.Type.HOST, folder.text());
                            if (source.filter(text -> text.matches(SOURCE)).isEmpty()) {
                                return;
                            }
                            ledger.changed(
                                    folder, "is copied there; here it is a volume at /code", "");
                            volumes.put("/code", new JobVolume("/code", source, false));
                            workingDirectory = Optional.of("/code");
                        });
    }

    private void mount(Mount mount) {
        Optional<Volume> volume = workload.volume(mount);
        volume.map(Volume::node).ifPresent(ledger::took);
        String path = path(mount);
        if (shared(mount, volume)) {
            return;
        }
        if (!path.matches(PATH)) {
            ledger.lost(mount.node(), "leads to no absolute path of a container", "");
            return;
        }
        if (volume.filter(one -> one.type() == Volume.Type.SECRET).isPresent()) {
            ledger.lost(
                    mount.node(),
                    "puts secrets into files, and here they are variables",
                    "name them under `secrets`");
            return;
        }
        ledger.took("volumes", mount.node());
        boolean readOnly =
                mount.readOnly()
                        || volume.filter(one -> one.access() == Volume.Access.READ_ONLY)
                                .isPresent();
        boolean results = path.equals("/output") || path.startsWith("/output/");
        if (readOnly && results) {
            ledger.changed(mount.node(), "is read only there, and results lie under it here", "");
        }
        Optional<String> source =
                volume.flatMap(one -> named(mount, one)).filter(text -> text.matches(SOURCE));
        if (source.filter(SecretForms::isMarked).isPresent()) {
            source = Optional.empty();
            ledger.lost(mount.node(), "its address holds a secret, and was not copied", "");
        }
        notes(mount, volume);
        volumes.putIfAbsent(
                path.replaceAll("(?<=.)/+$", ""),
                new JobVolume(path, source, readOnly && !results));
    }

    /** Azure ML names places by expressions, whose meaning is decided here. */
    private String path(Mount mount) {
        if (!mount.path().startsWith("${{")) {
            return mount.path();
        }
        String name = mount.volume().replaceFirst("^(inputs|outputs)\\.", "");
        boolean input = mount.volume().startsWith("inputs.");
        String path = (input ? "/data/" : "/output/") + name.replaceAll("[^A-Za-z0-9_.-]", "-");
        phrases.know(mount.volume(), path);
        ledger.changed(mount.node(), "lies at " + path + " here", "");
        boolean file =
                mount.node()
                        .text("type")
                        .filter(type -> type.text().equals("uri_file"))
                        .isPresent();
        if (file && !input) {
            expects.add(path.substring("/output/".length()));
        }
        return path;
    }

    private boolean shared(Mount mount, Optional<Volume> volume) {
        boolean memory =
                mount.path().equals("/dev/shm")
                        && volume.filter(one -> one.type() == Volume.Type.MEMORY).isPresent();
        if (!memory) {
            return false;
        }
        ledger.took("resources.shm", mount.node());
        sharedMemory =
                volume.flatMap(Volume::limit)
                        .filter(bytes -> bytes >= 1 << 20 && bytes <= 64L << 40);
        if (sharedMemory.isEmpty()) {
            ledger.changed(mount.node(), "has no size there", "set resources.shm");
        }
        return true;
    }

    private void notes(Mount mount, Optional<Volume> volume) {
        mount.subPath()
                .ifPresent(
                        inner -> {
                            if (volume.flatMap(Volume::storage).isEmpty()) {
                                ledger.lost(inner, "a part of a volume without a name", "");
                            }
                        });
        volume.flatMap(Volume::options)
                .ifPresent(
                        options ->
                                ledger.lost(
                                        options, "how it is mounted is left to the provider", ""));
        volume.filter(one -> one.type() == Volume.Type.MEMORY)
                .ifPresent(
                        one ->
                                ledger.changed(
                                        mount.node(),
                                        "lies in memory there; here it is a folder on the disk",
                                        ""));
        volume.filter(one -> one.type() == Volume.Type.COPIED_OBJECTS)
                .filter(one -> workload.platform() == Platform.OVH_AI)
                .filter(one -> one.access() != Volume.Access.READ_ONLY)
                .ifPresent(
                        one ->
                                ledger.changed(
                                        mount.node(),
                                        "is copied in before and back afterwards there",
                                        ""));
    }

    private Optional<String> named(Mount mount, Volume volume) {
        if (workload.platform() == Platform.OVH_AI && mount.node() instanceof Scalar word) {
            return Optional.of(OvhCommands.source(word.text()));
        }
        Optional<String> name =
                volume.storage()
                        .map(Scalar::text)
                        .or(() -> volume.node().text("hostPath.path").map(Scalar::text));
        Optional<String> whole =
                name.map(
                        text ->
                                workload.platform() == Platform.OVH_AI
                                                && volume.region().isPresent()
                                        ? text + "@" + volume.region().get().text()
                                        : text);
        return whole.flatMap(text -> source(volume.type(), text))
                .map(text -> mount.subPath().map(inner -> text + "/" + inner.text()).orElse(text));
    }

    /** A folder named from where the file lies, as named from where the job lies. */
    private Optional<String> source(Volume.Type type, String text) {
        boolean relative =
                text.matches("\\.\\.?(/.*)?")
                        || (type == Volume.Type.HOST
                                && format == Format.AZURE_ML_COMMAND
                                && !text.contains(":")
                                && !text.startsWith("/"));
        if (!relative) {
            return Optional.of(text);
        }
        try {
            Path job = wish.job().toAbsolutePath().normalize().getParent();
            Path folder = wish.folder().toAbsolutePath().resolve(text).normalize();
            String inner = job == null ? folder.toString() : job.relativize(folder).toString();
            return Optional.of(
                    inner.startsWith("..") ? inner : inner.isEmpty() ? "./" : "./" + inner);
        } catch (IllegalArgumentException unusable) {
            return Optional.empty();
        }
    }
}
