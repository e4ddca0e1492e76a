package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Mount;
import dev.tagwerk.formats.Platform;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Settings;
import dev.tagwerk.formats.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Paths that are read where no volume is mounted. */
final class DataMountRules {
    /** Where volumes lie, and images seldom hold anything. */
    private static final Pattern OUTSIDE =
            Pattern.compile("/(?:data|datasets?|inputs?|mnt|volumes?|storage|shares?)/.+");

    private static final String[] READ = {
        "config", "config_file", "train_file", "validation_file", "data_dir", "input_dir"
    };

    private DataMountRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-STO-021", DataMountRules::look);
    }

    private static void look(Subject subject, Findings findings) {
        List<NamedData> beside = named(subject.beside());
        DiskRules.workloads(subject)
                .filter(DataMountRules::isKnown)
                .forEach(
                        workload -> {
                            Container container = workload.containers().getFirst();
                            List<Scalar> read = read(container);
                            beside.forEach(data -> read.add(data.name()));
                            look(container, read, findings);
                        });
        List<Scalar> own = named(subject.documents()).stream().map(NamedData::name).toList();
        subject.beside().stream()
                .flatMap(document -> document.workloads().stream())
                .filter(DataMountRules::isKnown)
                .findFirst()
                .ifPresent(workload -> look(workload.containers().getFirst(), own, findings));
    }

    private static List<NamedData> named(List<Document> documents) {
        return documents.stream().flatMap(document -> NamedData.of(document).stream()).toList();
    }

    private static List<Scalar> read(Container container) {
        List<Scalar> read = new ArrayList<>();
        Settings settings = Settings.of(container);
        for (String key : READ) {
            settings.value(key).ifPresent(read::add);
        }
        NamedData.of(container).forEach(data -> read.add(data.name()));
        return read;
    }

    /** One container with mounts that are written out; without any the image may hold it all. */
    private static boolean isKnown(Workload workload) {
        return workload.platform() != Platform.LOCAL
                && workload.platform() != Platform.AZURE_ML
                && workload.containers().size() == 1
                && !workload.containers().getFirst().mounts().isEmpty()
                && workload.containers().getFirst().mounts().stream()
                        .noneMatch(mount -> mount.path().contains("$"));
    }

    private static void look(Container container, List<Scalar> read, Findings findings) {
        List<Mount> mounts = container.mounts();
        read.stream()
                .distinct()
                .filter(path -> !path.isPlaceholder() && path.text().length() <= 1000)
                .filter(path -> OUTSIDE.matcher(path.text()).matches())
                .filter(path -> mounts.stream().noneMatch(one -> one.holds(path.text())))
                .forEach(
                        path ->
                                findings.add(
                                        Severity.NOTE,
                                        path,
                                        path.anchor(),
                                        path.text()
                                                + " is read, and nothing is mounted there: mounts are "
                                                + String.join(
                                                        ", ",
                                                        mounts.stream().map(Mount::path).toList()),
                                        near(path.text(), mounts)
                                                .orElse(
                                                        "a volume mounted at "
                                                                + first(path.text()))));
    }

    /** The same below a mount whose last folder is the path's first: {@code /mnt/data}. */
    private static Optional<String> near(String path, List<Mount> mounts) {
        return mounts.stream()
                .map(mount -> mount.path().replaceAll("/+$", ""))
                .filter(mount -> mount.endsWith(first(path)))
                .map(mount -> mount + path.substring(first(path).length()))
                .findFirst();
    }

    private static String first(String path) {
        int slash = path.indexOf('/', 1);
        return slash < 0 ? path : path.substring(0, slash);
    }
}
