package dev.tagwerk.preflight;

import dev.tagwerk.formats.Mount;
import dev.tagwerk.formats.OvhCommands;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Settings;
import dev.tagwerk.formats.Volume;
import dev.tagwerk.formats.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** OVHcloud copies volumes in before a job and back behind it; what follows from that. */
final class OvhVolumeRules {
    private static final Pattern INPUT =
            Pattern.compile(".*\\b(?:data|dataset|datasets|input|inputs|corpus|raw)\\b.*");
    private static final List<String> REGIONS = List.of("GRA", "BHS");

    private OvhVolumeRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-OVH-003", OvhVolumeRules::deletes,
                "TW-OVH-004", OvhVolumeRules::unknownPermission,
                "TW-OVH-005", OvhVolumeRules::neverPushed,
                "TW-OVH-009", OvhVolumeRules::otherRegion,
                "TW-OVH-013", OvhVolumeRules::keptCheckpoints);
    }

    private static void deletes(Subject subject, Findings findings) {
        OvhRules.workloads(subject).forEach(workload -> deletes(workload, findings));
    }

    private static void deletes(Workload workload, Findings findings) {
        for (Volume volume : workload.volumes()) {
            if (volume.access() != Volume.Access.READ_WRITE_DELETE) {
                continue;
            }
            String where = where(workload, volume);
            if (INPUT.matcher(where.toLowerCase(Locale.ROOT)).matches()) {
                findings.add(
                        volume.node(),
                        "with RWD every file that the job deletes under "
                                + where
                                + " is deleted from the bucket for good");
            } else {
                findings.note(
                        volume.node(),
                        "with RWD every file that the job deletes under "
                                + where
                                + " is deleted from the bucket for good",
                        "RW where the job need not delete");
            }
        }
    }

    private static String where(Workload workload, Volume volume) {
        return workload.containers().stream()
                .flatMap(container -> container.mounts().stream())
                .filter(mount -> mount.volume().equals(volume.name()))
                .map(Mount::path)
                .findFirst()
                .orElse("it");
    }

    private static void unknownPermission(Subject subject, Findings findings) {
        OvhRules.workloads(subject)
                .flatMap(workload -> workload.volumes().stream())
                .filter(volume -> volume.access() == Volume.Access.UNKNOWN)
                .forEach(
                        volume ->
                                permission(volume)
                                        .filter(word -> word.indexOf('$') < 0)
                                        .ifPresent(
                                                word ->
                                                        findings.add(
                                                                volume.node(),
                                                                "there is no permission '"
                                                                        + word
                                                                        + "'")));
    }

    private static Optional<String> permission(Volume volume) {
        if (volume.node() instanceof Scalar word) {
            return OvhCommands.permission(word.text());
        }
        return volume.node().text("permission").map(Scalar::text);
    }

    /** What was written lies in the bucket only when the job has ended, or has pushed it. */
    private static void neverPushed(Subject subject, Findings findings) {
        Optional<Duration> expected = subject.circumstances().duration();
        OvhRules.workloads(subject)
                .filter(workload -> workload.kind() == Workload.Kind.JOB)
                .filter(workload -> !pushes(workload))
                .forEach(
                        workload ->
                                workload.volumes().stream()
                                        .filter(OvhVolumeRules::writable)
                                        .findFirst()
                                        .ifPresent(
                                                volume -> neverPushed(volume, expected, findings)));
    }

    private static void neverPushed(Volume volume, Optional<Duration> expected, Findings findings) {
        String what =
                "what the job writes reaches the bucket only at its end: checkpoints of a job that"
                        + " is lost are lost with it";
        if (expected.filter(one -> one.compareTo(Duration.ofHours(1)) > 0).isPresent()) {
            findings.add(volume.node(), what);
        } else if (expected.isEmpty()) {
            findings.note(volume.node(), what, "ovhai job push-data JOB after every checkpoint");
        }
    }

    private static boolean writable(Volume volume) {
        return volume.access() == Volume.Access.READ_WRITE
                || volume.access() == Volume.Access.READ_WRITE_DELETE;
    }

    private static boolean pushes(Workload workload) {
        return workload.containers().stream()
                .flatMap(container -> container.words().stream())
                .anyMatch(
                        word ->
                                word.text().contains("push-data")
                                        || word.text().contains("datasync"));
    }

    private static void otherRegion(Subject subject, Findings findings) {
        OvhRules.workloads(subject)
                .forEach(
                        workload -> {
                            Optional<String> region =
                                    workload.region()
                                            .map(Scalar::text)
                                            .or(() -> subject.circumstances().region())
                                            .map(one -> one.toUpperCase(Locale.ROOT))
                                            .filter(REGIONS::contains);
                            region.ifPresent(one -> otherRegion(workload, one, findings));
                        });
    }

    private static void otherRegion(Workload workload, String region, Findings findings) {
        for (Volume volume : workload.volumes()) {
            volume.region()
                    .filter(one -> REGIONS.contains(one.text().toUpperCase(Locale.ROOT)))
                    .filter(one -> !one.text().equalsIgnoreCase(region))
                    .ifPresent(
                            one ->
                                    findings.add(
                                            volume.node(),
                                            "the bucket lies in "
                                                    + one.text()
                                                    + ", the job runs in "
                                                    + region));
        }
    }

    /** RW adds and never deletes: old checkpoints stay in the bucket and are paid for. */
    private static void keptCheckpoints(Subject subject, Findings findings) {
        OvhRules.workloads(subject)
                .filter(
                        workload ->
                                workload.volumes().stream()
                                        .anyMatch(
                                                volume ->
                                                        volume.access()
                                                                == Volume.Access.READ_WRITE))
                .flatMap(workload -> workload.containers().stream())
                .flatMap(container -> Settings.of(container).get("save_total_limit").stream())
                .forEach(
                        setting ->
                                findings.add(
                                        setting.node(),
                                        "save_total_limit deletes old checkpoints in the job only:"
                                                + " an RW volume keeps them in the bucket"));
    }
}
