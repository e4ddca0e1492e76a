package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Mount;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Platform;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Volume;
import dev.tagwerk.formats.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a platform copies to the machine before the start, against that machine's disk. */
final class CopiedDataRules {
    private static final int SKY_DISK_GIB = 256;

    private CopiedDataRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-STO-020", CopiedDataRules::look);
    }

    private static void look(Subject subject, Findings findings) {
        DiskRules.workloads(subject)
                .filter(workload -> workload.containers().size() == 1)
                .forEach(workload -> look(subject, workload, findings));
    }

    private static void look(Subject subject, Workload workload, Findings findings) {
        Container container = workload.containers().getFirst();
        List<Node> copied = new ArrayList<>();
        long bytes = 0;
        for (Node source : sources(workload, container)) {
            Optional<DataSize> size =
                    source.scalar()
                            .filter(one -> !one.isPlaceholder() && !one.text().contains("://"))
                            .flatMap(one -> subject.sizes().local(one.source(), one.text()));
            if (size.isPresent()) {
                copied.add(source);
                bytes += size.get().bytes();
            }
        }
        Optional<Long> said = subject.circumstances().dataBytes();
        if (said.isPresent()) {
            objects(workload, container).ifPresent(copied::add);
            bytes = copied.isEmpty() ? 0 : Math.max(bytes, said.get());
        }
        if (bytes > 0) {
            judge(new Disks(subject, workload, container), copied.getFirst(), bytes, findings);
        }
    }

    private static void judge(Disks disks, Node first, double bytes, Findings findings) {
        boolean sky = disks.workload().platform() == Platform.SKYPILOT;
        Optional<Disk> told =
                disks.own()
                        .or(
                                () ->
                                        sky
                                                ? Optional.of(
                                                        new Disk(
                                                                (double) SKY_DISK_GIB * (1L << 30),
                                                                "a machine of SkyPilot, without"
                                                                        + " disk_size,",
                                                                false))
                                                : Optional.empty());
        told.filter(disk -> bytes > disk.bytes())
                .ifPresent(
                        disk ->
                                findings.add(
                                        disk.sure() ? Severity.WARNING : Severity.NOTE,
                                        first,
                                        first.anchor(),
                                        DataDiskRules.gib(bytes)
                                                + " are copied to the machine before the start; "
                                                + disk.what()
                                                + " holds "
                                                + DataDiskRules.gib(disk.bytes()),
                                        sky
                                                ? "resources.disk_size: " + room(bytes)
                                                : RuleTexts.of("TW-STO-020").write()));
    }

    /** GiB with room for system, packages and the training's own files, in tens. */
    private static long room(double bytes) {
        double gib = bytes / (1L << 30) + 50;
        return (long) Math.ceil(gib / 10) * 10;
    }

    /** Folders of this machine that are copied. */
    private static List<Node> sources(Workload workload, Container container) {
        List<Node> sources = new ArrayList<>();
        if (workload.platform() == Platform.SKYPILOT) {
            workload.node().text("workdir").ifPresent(sources::add);
        }
        boolean copies =
                workload.platform() == Platform.SKYPILOT || workload.platform() == Platform.OVH_AI;
        for (Mount mount : container.mounts()) {
            Optional<Volume> volume = workload.volume(mount);
            volume.filter(one -> copies)
                    .filter(
                            one ->
                                    one.type() == Volume.Type.COPIED_OBJECTS
                                            || one.type() == Volume.Type.HOST)
                    .flatMap(Volume::storage)
                    .filter(CopiedDataRules::isPath)
                    .ifPresent(sources::add);
        }
        return sources;
    }

    private static boolean isPath(Scalar source) {
        return source.text().matches("(?s)[./~].*");
    }

    /** The first input that is copied from elsewhere. */
    private static Optional<Node> objects(Workload workload, Container container) {
        return container.mounts().stream()
                .filter(mount -> !mount.volume().startsWith("outputs."))
                .filter(Mount::readOnly)
                .filter(
                        mount ->
                                workload.volume(mount)
                                        .filter(one -> one.type() == Volume.Type.COPIED_OBJECTS)
                                        .isPresent())
                .map(Mount::node)
                .findFirst();
    }
}
