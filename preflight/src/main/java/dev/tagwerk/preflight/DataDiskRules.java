package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Workload;
import dev.tagwerk.spec.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Data that is downloaded, and the copy that is made of it, against the disk that takes both. */
final class DataDiskRules {
    private DataDiskRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-STO-019", DataDiskRules::look);
    }

    private static void look(Subject subject, Findings findings) {
        List<NamedData> beside = named(subject.beside());
        DiskRules.workloads(subject)
                .forEach(
                        workload ->
                                workload.containers()
                                        .forEach(
                                                one ->
                                                        look(
                                                                subject, workload, one, beside,
                                                                findings)));
        List<NamedData> own = named(subject.documents());
        if (!own.isEmpty()) {
            subject.beside().stream()
                    .flatMap(document -> document.workloads().stream())
                    .filter(workload -> !workload.containers().isEmpty())
                    .findFirst()
                    .ifPresent(
                            workload ->
                                    judge(
                                            new Disks(
                                                    subject,
                                                    workload,
                                                    workload.containers().getFirst()),
                                            own,
                                            findings));
        }
    }

    private static List<NamedData> named(List<Document> documents) {
        return documents.stream().flatMap(document -> NamedData.of(document).stream()).toList();
    }

    private static void look(
            Subject subject,
            Workload workload,
            Container container,
            List<NamedData> beside,
            Findings findings) {
        List<NamedData> all = new ArrayList<>(NamedData.of(container));
        all.addAll(beside);
        judge(new Disks(subject, workload, container), all, findings);
    }

    /** What is known about all of the data together. */
    private record Sum(long download, long prepared, long unstated, Optional<NamedData> first) {
        static Sum of(Disks disks, List<NamedData> all) {
            DataSizes sizes = disks.subject().sizes();
            Optional<Long> said = disks.subject().circumstances().dataBytes();
            Optional<NamedData> hub = all.stream().filter(NamedData::isHub).findFirst();
            if (said.isPresent() && hub.isPresent()) {
                return new Sum(said.get(), 0, said.get(), hub);
            }
            Sum sum = new Sum(0, 0, 0, Optional.empty());
            for (NamedData one : all) {
                sum = sum.and(one, one.hub(sizes), true);
                sum = sum.and(one, one.local(sizes), false);
            }
            return sum;
        }

        private Sum and(NamedData data, Optional<DataSize> found, boolean downloaded) {
            if (found.isEmpty()) {
                return this;
            }
            DataSize size = found.get();
            return new Sum(
                    download + (downloaded ? size.bytes() : 0),
                    prepared + size.prepared().orElse(0),
                    unstated + (size.prepared().isPresent() ? 0 : size.bytes()),
                    first.or(() -> Optional.of(data)));
        }
    }

    private static void judge(Disks disks, List<NamedData> all, Findings findings) {
        Sum sum = Sum.of(disks, all);
        Optional<Disk> found = disks.data();
        if (sum.first().isEmpty() || found.isEmpty() || DiskRules.isOffline(disks.container())) {
            return;
        }
        Disk disk = found.get();
        double model =
                disks.models().filter(one -> one.what().equals(disk.what())).isPresent()
                        ? DiskRules.modelBytes(disks.container())
                        : 0;
        if (model > disk.bytes()) {
            model = 0; // that is said by itself
        }
        String data = sum.first().get().name().text();
        String with = model > 0 ? ", the model about " + gib(model) : "";
        double sure = sum.download() + sum.prepared() + model;
        Severity severity = disk.sure() ? Severity.WARNING : Severity.NOTE;
        if (sum.download() > disk.bytes()) {
            say(
                    severity,
                    sum,
                    data + " is " + gib(sum.download()) + " to download",
                    disk,
                    findings);
        } else if (sure > disk.bytes()) {
            String copy =
                    sum.prepared() > 0
                            ? " and " + gib(sum.prepared()) + " in the cache of datasets"
                            : "";
            say(
                    severity,
                    sum,
                    data + " is " + gib(sum.download()) + " to download" + copy + with,
                    disk,
                    findings);
        } else if (sure + sum.unstated() > disk.bytes()) {
            say(
                    // a copy is about as large as its file, so that one file too large decides
                    sum.unstated() > disk.bytes() ? severity : Severity.NOTE,
                    sum,
                    data
                            + " is "
                            + gib(sum.download() + sum.unstated() - overlap(sum))
                            + with
                            + ", and datasets writes a copy into its cache, whose size is not known:"
                            + " about as much for text, more for what is compressed",
                    disk,
                    findings);
        }
    }

    /** Downloads without a stated copy are in both sums. */
    private static long overlap(Sum sum) {
        return Math.min(sum.download(), sum.unstated());
    }

    private static void say(Severity severity, Sum sum, String what, Disk disk, Findings findings) {
        NamedData data = sum.first().orElseThrow();
        findings.add(
                severity,
                data.name(),
                data.name().anchor(),
                Shown.oneLine(what) + "; " + disk.what() + " holds " + gib(disk.bytes()),
                RuleTexts.of("TW-STO-019").write());
    }

    static String gib(double bytes) {
        double gib = bytes / (1L << 30);
        return String.format(Locale.ROOT, gib < 10 ? "%.1f GiB" : "%.0f GiB", gib);
    }
}
